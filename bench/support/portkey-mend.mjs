// Portkey's gateway 1.15.2, as npm gives it, answers every stream with 500: it changes the headers of what fetch returned, and those
// are immutable. For the comparison its fetch returns a copy whose headers may be changed.
const dial = globalThis.fetch;
const Reply = globalThis.Response;
globalThis.fetch = async (...order) => {
  const { body, status, statusText, headers } = await dial(...order);
  return new Reply(body, { status, statusText, headers: new Headers(headers) });
};
