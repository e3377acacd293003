// A calculator for one formula: move the sliders, read the results.
import { app } from '../data/app.js';
import { controller } from '../lib/controller.js';
import { formulas, wordsOf } from '../lib/formulas.js';

export function createFormula() {
  const { formula, inputs } = app.copy.formula;
  const start = Object.fromEntries(inputs.map((input) => [input.name, input.start]));
  const base = controller({ values: start }, (state) => ({
    inputs: inputs.map((input) => ({ ...input, value: state.values[input.name] })),
    results: formulas[formula](state.values).map((result) => ({ label: result.label, words: wordsOf(result) })),
  }));
  return { ...base, edit: (name, text) => base.set({ values: { ...base.state().values, [name]: Number(text) } }) };
}
