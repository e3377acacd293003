// The connection to Stripe's API, with its failures as service errors.
import Stripe from 'stripe';
import { ServiceError } from '../../core/errors.ts';
import { CustomerMissing } from './port.ts';

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** Another server that speaks Stripe's API, for tests. */
  apiBase: string | null;
  /** Stripe Tax computes and collects taxes at the checkout. */
  tax: boolean;
  /** Buyers may enter promotion codes created at Stripe. */
  promotionCodes: boolean;
  /** Stripe also writes an invoice for every purchase of credits. */
  invoices: boolean;
}

export function openStripe(settings: StripeSettings): Stripe {
  const base = settings.apiBase ? new URL(settings.apiBase) : null;
  return new Stripe(settings.secretKey, {
    maxNetworkRetries: 2,
    timeout: 20_000,
    telemetry: false,
    ...(base
      ? {
          host: base.hostname,
          port: base.port || (base.protocol === 'https:' ? 443 : 80),
          protocol: base.protocol === 'https:' ? 'https' : 'http',
        }
      : {}),
  });
}

/** Runs a call to Stripe; a failure becomes an error that a customer can read. */
export async function askStripe<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (isMissingCustomer(error)) throw new CustomerMissing({ cause: error });
    throw new ServiceError('engine_failed', 'The payment provider did not take this. Please try again.', {
      cause: error,
    });
  }
}

function isMissingCustomer(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    error.code === 'resource_missing' &&
    /No such customer/i.test(error.message)
  );
}

export function idOf(value: string | { id: string } | null | undefined): string | undefined {
  return typeof value === 'string' ? value : value?.id;
}

/** Where a buyer's browser is sent. Throws for an address that no browser should open. */
export function pageOf(url: string | null): string {
  if (url !== null && WEB_ADDRESS.test(url)) return url;
  throw new ServiceError('engine_failed', 'The payment provider gave no address to pay at. Please try again.');
}

const WEB_ADDRESS = /^https?:\/\//i;
