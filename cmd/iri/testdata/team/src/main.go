package main

// See https://docs.example.org/.
const api = "https://api.example.org:8443x/"

var link = fmt.Sprintf("https://%s/%d", host, id)
