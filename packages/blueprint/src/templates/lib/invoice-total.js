// Sums an invoice in whole cents, so that no fraction is ever lost or won.
export function totalOf(lines, taxPercent) {
  const subtotal = lines.reduce((sum, line) => sum + Math.round(line.price * 100) * line.quantity, 0);
  const tax = Math.round((subtotal * (taxPercent ?? 0)) / 100);
  return { subtotal: subtotal / 100, tax: tax / 100, total: (subtotal + tax) / 100 };
}
