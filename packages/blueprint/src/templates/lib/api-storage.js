// Keeps the records on this app's own server, through its JSON API.
export function apiStorage(base) {
  async function call(method, path, body) {
    const response = await fetch(new URL(path, base), {
      method,
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`The server answered ${response.status} to ${method} ${path}.`);
    return response.status === 204 ? null : response.json();
  }
  return {
    load: () => call('GET', 'api/all'),
    put: (entity, record) => call('PUT', `api/${entity}/${record.id}`, record),
    remove: (entity, id) => call('DELETE', `api/${entity}/${id}`),
  };
}
