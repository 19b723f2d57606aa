// The extension starts "iri lsp" and hands it the documents of the languages that it reads. All else
// is in the server.
"use strict";

const { commands, window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

// The languages of this extension and of VS Code whose files iri reads.
const { activationEvents, contributes } = require("./package.json");
const languages = [...contributes.languages.map(({ id }) => id), ...activationEvents.map((event) => event.replace("onLanguage:", ""))];

let client, configurations, log;

async function start() {
  const command = workspace.getConfiguration("iri").get("command", "iri");
  client = new LanguageClient("iri", "iri", { command, args: ["lsp"] }, {
    documentSelector: languages.flatMap((language) => [{ scheme: "file", language }, { scheme: "untitled", language }]),
    outputChannel: log,
    // The server checks all open documents again when these change.
    synchronize: { fileEvents: configurations },
  });
  try {
    await client.start();
  } catch (error) { // an Error, or its text alone if there is no such program
    window.showErrorMessage(`iri: install the program iri, or say in the setting iri.command where it is. "${command} lsp" could not be started: ${error.message ?? error}`);
  }
}

async function stop() {
  const old = client;
  client = undefined;
  if (old?.needsStop()) {
    await old.stop();
  }
}

// A step waits for those before it: a client that is starting cannot be stopped.
let last = Promise.resolve();
function then(...steps) {
  for (const step of steps) {
    last = last.catch(() => {}).then(step);
  }
  return last;
}
const restart = () => then(stop, start);

exports.activate = (context) => {
  configurations = workspace.createFileSystemWatcher("**/*.toml");
  log = window.createOutputChannel("iri");
  context.subscriptions.push(
    configurations, log,
    commands.registerCommand("iri.restart", restart),
    workspace.onDidChangeConfiguration((change) => change.affectsConfiguration("iri.command") && restart()),
  );
  return then(start);
};

exports.deactivate = () => then(stop);
