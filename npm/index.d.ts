/** The components of a reference, without their delimiters. Absent ones are undefined, empty ones "". */
export interface Components {
  scheme: string | undefined;
  authority: string | undefined;
  userinfo: string | undefined;
  host: string | undefined;
  port: string | undefined;
  path: string;
  query: string | undefined;
  fragment: string | undefined;
}

/** Reports whether the text is an IRI (RFC 3987 §2.2). */
export function isIri(text: string): boolean;
/** Reports whether the text is an IRI-reference: an IRI or a relative reference. */
export function isIriReference(text: string): boolean;
/** Reports whether the text is a URI (RFC 3986 §3). */
export function isUri(text: string): boolean;
/** Reports whether the text is a URI-reference: a URI or a relative reference. */
export function isUriReference(text: string): boolean;
/** Finds the components of an IRI-reference, as they are written; null if the text is none. */
export function parse(text: string): Components | null;
/**
 * Finds the first fault of a text: the index, in UTF-16 code units, of the character that does not fit, or the length of
 * a text that ends too early. -1 if there is none.
 */
export function fault(text: string, format?: keyof typeof formats): number;
/** For the option "formats" of ajv. */
export const formats: Record<"iri" | "iri-reference" | "uri" | "uri-reference", (text: string) => boolean>;
