// The types of changelog.mjs, for the test that uses it.

export function cutRelease(changelog: string, release: { version: string; date: string }): string;
