// Finds the page of a path: `/tasks/:id` matches `/tasks/7` with the parameter id = 7.
export function matchRoute(routes, path) {
  const parts = path.split('/').filter(Boolean);
  for (const route of routes) {
    const wanted = route.path.split('/').filter(Boolean);
    if (wanted.length !== parts.length) continue;
    const params = {};
    const fits = wanted.every((word, index) => {
      if (!word.startsWith(':')) return word === parts[index];
      params[word.slice(1)] = decodeURIComponent(parts[index]);
      return true;
    });
    if (fits) return { route, params };
  }
  return null;
}
