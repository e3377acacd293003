declare module 'oidc-provider' {
  import type { Server } from 'node:http';

  export class Provider {
    constructor(issuer: string, settings: object);
    listen(port: number, host: string, ready: () => void): Server;
  }
}
