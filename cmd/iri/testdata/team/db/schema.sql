-- see https://docs.example.org/
CREATE TABLE link (url text CHECK (url LIKE 'https://%'));
-- iri-ignore port: a row of the tests
INSERT INTO link VALUES ('http://h:8a/');
INSERT INTO link VALUES ('https://www.example.org:8i/');
