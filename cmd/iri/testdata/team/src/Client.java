/** See <a href="https://docs.example.org/">docs</a>. */
class Client {
    static final String API = "https://api.example.org:8l/";
    static final String ITEM = "https://api.example.org/items/{id}";
}
