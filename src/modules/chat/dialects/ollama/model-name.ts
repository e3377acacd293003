// Ollama's names of models: an id and a tag, where the tag "latest" may be left out.

const LATEST = ':latest';

export function modelIdOf(name: string): string {
  return name.endsWith(LATEST) ? name.slice(0, -LATEST.length) : name;
}

/** An id that has a colon already carries its tag. */
export function taggedName(id: string): string {
  return id.includes(':') ? id : `${id}${LATEST}`;
}
