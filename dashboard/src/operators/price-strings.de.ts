// Was der Betreiber über Kosten und Preise von Modellen liest.
import type { modelPrices as EnglishModelPrices } from './price-strings.ts';

export const modelPrices: typeof EnglishModelPrices = {
  title: 'Preise der Modelle von Upstreams',
  lead: (factor) =>
    `Was jedes Modell Sie kostet und zu welchem Preis es verkauft wird. Wo Sie keinen Preis gesetzt haben, kostet das Modell eines Anbieters seine Kosten mal ${factor}. In Credits; Tokens und Zeichen je Million.`,
  table: 'Preise der Modelle von Upstreams',
  none: 'Kein Upstream bietet ein Modell an',
  noneHint: 'Verbinden Sie oben einen; seine Modelle erscheinen hier mit ihren Kosten.',
  columns: { model: 'Modell', per: 'Je', cost: 'Kosten', price: 'Preis', margin: 'Marge', acts: 'Aktionen' },
  measures: {
    input_per_million_tokens: 'Eingabe',
    output_per_million_tokens: 'Ausgabe',
    cached_input_per_million_tokens: 'Eingabe aus dem Cache',
    cache_write_per_million_tokens: 'in den Cache geschrieben',
    per_request: 'ein Aufruf',
    per_image: 'ein Bild',
    per_second: 'eine Sekunde',
    per_million_characters: 'Zeichen',
  },
  ownHardware: 'eigene Hardware',
  unknown: 'unbekannt',
  sources: { operator: 'Ihr Preis', cost: 'aus den Kosten', module: 'Preis des Moduls' },
  offered: 'angeboten',
  noPrice: 'kein Preis',
  loss: (percent) => `Verlust von ${percent} %`,
  notOffered: 'nicht angeboten',
  belowCost: 'unter den Kosten',
  soldAtLoss: 'mit Verlust verkauft',
  lossOf: (part, price, cost) => `${part}: ${price} bei Kosten von ${cost}`,
  unusedFallbacks: (names) => `Nicht als Ersatz benutzt, weil es mehr kostet: ${names}`,
  lossesTitle: 'Preisfaktoren unter den Kosten',
  lossOfPlan: (name, model) => `Der Tarif ${name} bringt ${model} unter seine Kosten`,
  lossOfAccount: (name, model) => `Der Preisfaktor von ${name} bringt ${model} unter seine Kosten`,
  chargedAtCost: 'Aufrufe werden zu den Kosten berechnet.',
  set: 'Preis setzen',
  setOf: (model) => `Preis setzen für ${model}`,
  setLead:
    'Jeder Knoten verkauft binnen einer Sekunde dazu. Die Änderung steht unten in der Liste und lässt sich zurücknehmen.',
  allowLoss: 'Unter den Kosten verkaufen',
  save: 'Setzen',
};
