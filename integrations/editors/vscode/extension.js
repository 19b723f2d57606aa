// The extension starts "iri lsp" and hands it the documents of the languages that it reads. All else
// is in the server.
"use strict";

const { commands, window, workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

// The languages of VS Code and of this extension whose files iri reads.
const languages = [
  "abnf", "turtle", "trig", "n3", "ntriples", "nquads", "rdfxml", "jsonld",
  "html", "json", "jsonl", "markdown", "xml", "yaml", "csv", "tsv",
];

let client;

async function start() {
  const command = workspace.getConfiguration("iri").get("command", "iri");
  client = new LanguageClient("iri", "iri", { command, args: ["lsp"] }, {
    documentSelector: languages.flatMap((language) => [{ scheme: "file", language }, { scheme: "untitled", language }]),
    // The server checks all open documents again when these change.
    synchronize: { fileEvents: workspace.createFileSystemWatcher("**/iri.toml") },
  });
  try {
    await client.start();
  } catch (error) {
    window.showErrorMessage(`iri: "${command} lsp" could not be started: ${error.message}. Install iri, or say in the setting iri.command where it is.`);
  }
}

async function stop() {
  const old = client;
  client = undefined;
  if (old?.needsStop()) {
    await old.stop();
  }
}

exports.activate = async (context) => {
  const restart = async () => {
    await stop();
    await start();
  };
  context.subscriptions.push(
    commands.registerCommand("iri.restart", restart),
    workspace.onDidChangeConfiguration((change) => change.affectsConfiguration("iri.command") && restart()),
  );
  await start();
};

exports.deactivate = stop;
