// The formulas behind the calculators: numbers in, named results out.
export const formulas = {
  tip: ({ bill, tip, people }) => [
    { label: 'Each pays', value: (bill * (1 + tip / 100)) / Math.max(1, people), unit: '$' },
    { label: 'Tip', value: (bill * tip) / 100, unit: '$' },
    { label: 'Total', value: bill * (1 + tip / 100), unit: '$' },
  ],
  bmi: ({ height, weight }) => {
    const index = weight / (height / 100) ** 2;
    return [
      { label: 'Body mass index', value: index, unit: '' },
      { label: 'Lowest usual weight', value: 18.5 * (height / 100) ** 2, unit: 'kg' },
      { label: 'Highest usual weight', value: 25 * (height / 100) ** 2, unit: 'kg' },
    ];
  },
  loan: ({ amount, rate, years }) => {
    const months = years * 12;
    const monthly = rate / 1200;
    const payment = monthly === 0 ? amount / months : (amount * monthly) / (1 - (1 + monthly) ** -months);
    return [
      { label: 'Monthly payment', value: payment, unit: '$' },
      { label: 'Interest in all', value: payment * months - amount, unit: '$' },
      { label: 'Paid in all', value: payment * months, unit: '$' },
    ];
  },
  savings: ({ start, monthly, rate, years }) => {
    let total = start;
    for (let month = 0; month < years * 12; month += 1) total = total * (1 + rate / 1200) + monthly;
    const paid = start + monthly * years * 12;
    return [
      { label: 'In the end', value: total, unit: '$' },
      { label: 'Paid in', value: paid, unit: '$' },
      { label: 'Growth', value: total - paid, unit: '$' },
    ];
  },
  convert: ({ value }) => [
    { label: 'Kilometres as miles', value: value / 1.609344, unit: 'mi' },
    { label: 'Kilograms as pounds', value: value / 0.45359237, unit: 'lb' },
    { label: 'Celsius as Fahrenheit', value: value * 1.8 + 32, unit: '°F' },
    { label: 'Litres as gallons', value: value / 3.785411784, unit: 'gal' },
  ],
};

export function wordsOf({ value, unit }) {
  if (!Number.isFinite(value)) return '–';
  const number = value.toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ',');
  return unit === '$' ? `$${number}` : `${number} ${unit}`.trim();
}
