"use strict";
// The program is loaded by the module of ECMAScript.
exports.load = (source) => import("./index.js").then((full) => full.load(source));
