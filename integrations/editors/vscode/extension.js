// The extension starts "iri lsp" and hands it the documents of the languages that it reads. All else
// is in the server.
"use strict";

const path = require("node:path");
const { commands, env, Uri, window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

// The languages of this extension and of VS Code whose files iri reads.
const { activationEvents, contributes } = require("./package.json");
const languages = [...contributes.languages.map(({ id }) => id), ...activationEvents.map((event) => event.replace("onLanguage:", ""))];

let client, configurations, log;

async function start() {
  const settings = workspace.getConfiguration("iri");
  if (!settings.get("enable", true)) return;
  const command = settings.get("command", "iri");
  const config = settings.get("config", "");
  client = new LanguageClient("iri", "iri", { command, args: ["lsp"] }, {
    documentSelector: languages.flatMap((language) => [{ scheme: "file", language }, { scheme: "untitled", language }]),
    outputChannel: log,
    // The server checks all open documents again when these change.
    synchronize: { fileEvents: configurations },
    initializationOptions: {
      config: config && path.resolve(workspace.workspaceFolders?.[0].uri.fsPath ?? "", config),
      lint: settings.get("lint", false),
    },
  });
  try {
    await client.start();
  } catch (error) { // an Error, or its text alone if there is no such program
    help(`iri: the program iri is missing: install it, or say where it is. "${command} lsp" could not be started: ${error.message ?? error}`);
  }
}

// help shows a message with what can be done. A restart does not wait for the answer.
async function help(message) {
  const answer = await window.showErrorMessage(message, "Install", "Set path");
  if (answer === "Install") await env.openExternal(Uri.parse("https://github.com/rfc3987/iri#install"));
  if (answer === "Set path") await commands.executeCommand("workbench.action.openSettings", "iri.command");
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
    workspace.onDidChangeConfiguration((change) => ["command", "enable", "config", "lint"].some((name) => change.affectsConfiguration(`iri.${name}`)) && restart()),
  );
  return then(start);
};

exports.deactivate = () => then(stop);
