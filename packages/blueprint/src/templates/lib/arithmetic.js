// Computes what is written with + − × ÷, brackets and percent; no eval anywhere.
export function compute(text) {
  const tokens =
    text
      .replaceAll('−', '-')
      .replaceAll('×', '*')
      .replaceAll('÷', '/')
      .match(/\d+\.?\d*|\.\d+|[-+*/()%]/g) ?? [];
  let place = 0;

  function sum() {
    let value = product();
    while (tokens[place] === '+' || tokens[place] === '-')
      value = tokens[place++] === '+' ? value + product() : value - product();
    return value;
  }
  function product() {
    let value = factor();
    while (tokens[place] === '*' || tokens[place] === '/')
      value = tokens[place++] === '*' ? value * factor() : value / factor();
    return value;
  }
  function factor() {
    const token = tokens[place++];
    if (token === '-') return -factor();
    let value = Number(token);
    if (token === '(') {
      value = sum();
      place += 1;
    }
    while (tokens[place] === '%') {
      value /= 100;
      place += 1;
    }
    return value;
  }

  const value = sum();
  if (place < tokens.length || !Number.isFinite(value)) return null;
  return Math.round(value * 1e10) / 1e10;
}
