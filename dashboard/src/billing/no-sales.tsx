// Why nothing can be bought, and what the operator must do about it.
import { useEnvironment } from '../api/environment.ts';
import { useCall } from '../api/queries.ts';
import { billing } from './strings.ts';

const { noSales: words } = billing;

/** The sandbox sells everywhere; live credits are sold only if the service has a checkout for them. */
export function useCanBuy(): boolean {
  const checkout = useCall('GET /payments/prices').data?.checkout;
  return useEnvironment() === 'test' || checkout !== 'none';
}

export function NoSales() {
  const isOperator = useCall('GET /account').data?.is_owner === true;
  if (useCanBuy()) return null;
  return (
    <div role="note" className="grid gap-1 rounded-xl bg-warn-soft px-4 py-3 text-sm text-warn">
      <p className="font-medium">{words.title}</p>
      <p>
        {isOperator ? words.forOperator : words.forBuyer}{' '}
        {isOperator && (
          <a href="/docs/guides/payments" className="underline">
            {words.guide}
          </a>
        )}
      </p>
    </div>
  );
}
