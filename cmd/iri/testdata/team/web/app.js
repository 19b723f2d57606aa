// see https://docs.example.org/
const api = "https://api.example.org/v1";
const item = `https://api.example.org/items/${id}`;
const bad = "https://api.example.org:44l/v1";
const re = /https?:\/\/[a-z]+/;
fetch("https://api.example.org/%u20ac");
