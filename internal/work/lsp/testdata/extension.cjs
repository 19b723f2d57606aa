// Runs the extension for VS Code, whose path is the first argument, with the little of the modules vscode and
// vscode-languageclient that it uses, and writes what happens, a line for each event. The second argument is
// the program that is the server. Clients behave as those of vscode-languageclient 9.0.1: one that is starting
// cannot be stopped, and a program that there is not is said in a string.
"use strict";

const { spawn } = require("node:child_process");
const Module = require("node:module");

const [extension, server] = process.argv.slice(2);
const settings = { command: "no-such-program" };
let answer; // the button that the person takes
const handlers = {}, log = (...what) => console.log(...what);
const disposable = (name) => ({ name, dispose: () => log("disposed", name) });

const vscode = {
  commands: {
    registerCommand: (name, f) => ((handlers[name] = f), disposable(name)),
    executeCommand: (name, argument) => log("command", name, argument),
  },
  env: { openExternal: (address) => log("open", address) },
  Uri: { parse: (address) => address },
  window: {
    createOutputChannel: (name) => disposable(`channel ${name}`),
    showErrorMessage: (text, ...buttons) => (log("message", text, buttons.join(", ")), answer),
  },
  workspace: {
    getConfiguration: (section) => ({ get: (name, fallback) => (section === "iri" ? settings[name] : undefined) ?? fallback }),
    workspaceFolders: [{ uri: { fsPath: "/folder" } }],
    createFileSystemWatcher: (glob) => disposable(`watcher ${glob}`),
    onDidChangeConfiguration: (f) => ((handlers.configuration = f), disposable("configuration")),
  },
};

class LanguageClient {
  constructor(id, name, options, client) {
    Object.assign(this, { options, client, state: "initial" });
    log("client", id, name, options.args, client.synchronize.fileEvents.name, client.outputChannel.name, JSON.stringify(client.initializationOptions));
    log("selector", JSON.stringify(client.documentSelector));
  }
  needsStop() { return this.state === "starting" || this.state === "running"; }
  send(message) {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    this.process.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }
  async ask(id, method) {
    this.send({ id, method, params: { capabilities: {}, initializationOptions: this.client.initializationOptions } });
    for (let text = ""; ;) {
      text += (await new Promise((resolve) => this.process.stdout.once("data", resolve))).toString();
      const [head, body] = text.split("\r\n\r\n");
      if (body && Buffer.byteLength(body) === Number(head.split(": ")[1])) {
        return JSON.parse(body).result;
      }
    }
  }
  async start() {
    this.state = "starting";
    const { command, args } = this.options;
    this.process = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
    this.process.on("error", () => {});
    if (!this.process.pid) {
      this.state = "startFailed";
      throw `Launching server using command ${command} failed.`;
    }
    log("started", (await this.ask(1, "initialize")).serverInfo.name);
    this.state = "running";
  }
  async stop() {
    if (this.state !== "running") {
      throw new Error(`Client is not running and can't be stopped. It's current state is: ${this.state}`);
    }
    this.state = "stopping";
    const end = new Promise((resolve) => this.process.once("exit", resolve));
    await this.ask(2, "shutdown");
    this.send({ method: "exit" });
    log("stopped, status", await end);
    this.state = "stopped";
  }
}

const load = Module._load;
Module._load = (name, ...rest) => ({ vscode, "vscode-languageclient/node": { LanguageClient } })[name] ?? load(name, ...rest);
const { activate, deactivate } = require(extension);
const change = (section) => handlers.configuration({ affectsConfiguration: (name) => name === section });

(async () => {
  const context = { subscriptions: [] };
  log("# a program that there is not");
  await activate(context);
  log("# which is installed");
  answer = "Install";
  await handlers["iri.restart"]();
  log("# or is elsewhere");
  answer = "Set path";
  await handlers["iri.restart"]();
  log("# another setting");
  await change("iri.trace.server");
  log("# the setting says the program");
  settings.command = server;
  await change("iri.command");
  log("# turned off");
  settings.enable = false;
  await change("iri.enable");
  log("# turned on, with other settings");
  Object.assign(settings, { enable: true, config: "house.toml", lint: true });
  await change("iri.enable");
  Object.assign(settings, { config: "", lint: false });
  await change("iri.lint");
  log("# two restarts at once");
  await Promise.all([handlers["iri.restart"](), handlers["iri.restart"]()]);
  log("# the end, while it starts");
  handlers["iri.restart"]();
  await deactivate();
  context.subscriptions.forEach((s) => s.dispose());
  log("# the end again");
  await deactivate();
})().catch((error) => {
  log("error", error);
  process.exitCode = 1;
});
