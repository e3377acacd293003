// The types of render-kubernetes.mjs, for the tests.
export function checksumFile(root: string): string;
export function kubernetesChecksums(root: string): string;
export function renderKubernetes(root: string): Map<string, string>;
export function writeKubernetes(root: string): void;
