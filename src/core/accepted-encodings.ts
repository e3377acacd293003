// Chooses the response encoding from the client's Accept-Encoding header.

/**
 * The first of `ours` that the client accepts. `q=0` refuses an encoding; `*` stands for every encoding that is not
 * listed.
 */
export function chooseEncoding<Name extends string>(
  header: string | string[] | undefined,
  ours: readonly Name[],
): Name | undefined {
  const accepted = new Map<string, boolean>();
  for (const part of String(header ?? '').split(',')) {
    const [name = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase());
    accepted.set(name, !parameters.some((one) => /^q\s*=\s*0(?:\.0*)?$/.test(one)));
  }
  return ours.find((name) => accepted.get(name) ?? accepted.get('*') ?? false);
}
