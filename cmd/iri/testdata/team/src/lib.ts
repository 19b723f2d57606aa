export const api: string = 'https://api.example.org/v1';
export const bad = 'https://api.example.org:4x3/';
