// What the settings say about personal data, as the record for lawyers needs it.
import type { RetentionKind } from '../../core/retention.ts';
import type { DataProtectionReply } from './data-protection-schema.ts';

export interface Place {
  holds: 'database' | 'files' | 'limits' | 'database_log';
  /** null: the machine of the service. */
  host: string | null;
  region: string | null;
}

export interface Processor {
  role:
    | 'models'
    | 'mail'
    | 'files'
    | 'payments'
    | 'telemetry'
    | 'search'
    | 'captcha'
    | 'sign_in'
    | 'database'
    | 'limits';
  name: string;
  /** Of an upstream. */
  makes: string | null;
  provider: string | null;
  host: string | null;
  country: string | null;
  /** On machines of the operator, as far as the address says. */
  isOwn: boolean;
  askedNotToStore: 'zero_retention_calls' | 'no' | null;
}

export interface DataFacts {
  service: { name: string; url: string; isEncrypted: boolean };
  seller: DataProtectionReply['seller'];
  places: readonly Place[];
  retention: readonly { kind: RetentionKind; days: number; plans: { plan: string; days: number }[] }[];
  logs: DataProtectionReply['logs'];
  zeroRetentionPlans: string[];
  zeroRetentionSeconds: number;
  processors: readonly Processor[];
}
