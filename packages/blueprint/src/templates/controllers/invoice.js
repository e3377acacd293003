// One invoice with its lines and its total.
import { store } from '../data/store.js';
import { controller } from '../lib/controller.js';
import { titleOf, toneOf } from '../lib/format.js';
import { totalOf } from '../lib/invoice-total.js';

const EMPTY = { description: '', quantity: '1', price: '' };

export function createInvoice({ id }) {
  const base = controller({ draft: EMPTY, problem: '' }, (state) => {
    const invoice = store.find('invoices', id);
    if (!invoice) return { ...state, isMissing: true, invoice: {}, lines: [], totals: {} };
    const lines = store
      .list('lines')
      .filter((line) => line.invoice === id)
      .reverse();
    const client = store.find('clients', invoice.client);
    return {
      ...state,
      isMissing: false,
      invoice,
      tone: toneOf({ type: 'choice' }, invoice.status),
      client: client ? titleOf(store.schema.clients, client) : '–',
      lines: lines.map((line) => ({ ...line, amount: (Math.round(line.price * 100) * line.quantity) / 100 })),
      totals: totalOf(lines, invoice.tax),
    };
  });

  function keepTotal() {
    store.update('invoices', id, { total: base.get().totals.total });
  }

  return {
    ...base,
    edit: (name, value) => base.set({ draft: { ...base.state().draft, [name]: value }, problem: '' }),
    addLine() {
      const result = store.add('lines', { ...base.state().draft, invoice: id });
      if (!result.ok) return base.set({ problem: Object.values(result.errors)[0] });
      base.set({ draft: EMPTY });
      keepTotal();
    },
    removeLine(lineId) {
      store.remove('lines', lineId);
      keepTotal();
    },
    markPaid: () => store.update('invoices', id, { status: 'Paid' }),
    print: () => globalThis.print?.(),
  };
}
