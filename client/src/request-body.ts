// Encodes a request body: as JSON, or as multipart/form-data if it contains a file.

/** Every text field may be a file instead; the service refuses files where it does not accept them. */
export type Uploadable<T> = T extends object ? { [K in keyof T]: string extends T[K] ? T[K] | Blob : T[K] } : T;

export interface EncodedBody {
  body?: string | ArrayBuffer;
  contentType?: string;
}

export async function encodeBody(body: object | undefined): Promise<EncodedBody> {
  if (body === undefined) return {};
  const fields = Object.entries(body);
  if (!fields.some(([, value]) => value instanceof Blob))
    return { body: JSON.stringify(body), contentType: 'application/json' };
  const form = new FormData();
  for (const [name, value] of fields) {
    if (value === undefined) continue;
    if (value instanceof Blob) form.append(name, value, value instanceof File ? value.name : name);
    else if (Array.isArray(value)) for (const one of value) form.append(`${name}[]`, String(one));
    else form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  // Encoded once: a repeated attempt must send the same bytes, or the service would refuse its Idempotency-Key.
  const written = new Response(form);
  return { body: await written.arrayBuffer(), contentType: written.headers.get('content-type') ?? '' };
}
