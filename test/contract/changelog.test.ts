// A release is cut from the changelog: from what is below "Unreleased", and from a section that was written by hand.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutRelease } from '../../scripts/changelog.mjs';

const RELEASE = { version: '2.0.0', date: '2026-11-19' };
const OLDER = '## 1.0.0\n- All of it.\n';

test('what is below "Unreleased" becomes the section of the release', () => {
  const cut = cutRelease(`# Changelog\n\n## Unreleased\n\n### Added\n- One.\n\n${OLDER}`, RELEASE);
  assert.equal(cut, `# Changelog\n\n## Unreleased\n\n## 2.0.0 (2026-11-19)\n\n### Added\n- One.\n\n${OLDER}`);
});

test('a section that was written by hand takes what came later into its groups, and has the date of the release', () => {
  const written = '## 2.0.0 (2026-11-01)\nIn short.\n\n### Money\n- Exact.\n\n### Added\n- One.\n\n';
  const later = '### Added\n- Two.\n  Still two.\n\n### Fixed\n- Three.\n\n### Changed\n\n';
  const cut = cutRelease(`# Changelog\n\n## Unreleased\n\n${later}${written}${OLDER}`, RELEASE);
  const groups = '### Money\n- Exact.\n\n### Added\n- One.\n- Two.\n  Still two.\n\n### Fixed\n- Three.\n';
  assert.equal(cut, `# Changelog\n\n## Unreleased\n\n## 2.0.0 (2026-11-19)\nIn short.\n\n${groups}\n${OLDER}`);
});

test('a section that was written by hand is a release without anything below "Unreleased"', () => {
  const cut = cutRelease(
    `# Changelog\n\n## Unreleased\n\n### Added\n\n## 2.0.0\n### Fixed\n- One.\n\n${OLDER}`,
    RELEASE,
  );
  assert.match(cut, /^## Unreleased\n\n## 2\.0\.0 \(2026-11-19\)\n\n### Fixed\n- One\.\n\n## 1\.0\.0\n/m);
});

test('groups of one title become one, and no line is lost', () => {
  const twice = '### Fixed\n- One.\n\n### Added\n- Two.\n\n### Fixed\n- Three.\n\n';
  const cut = cutRelease(`# Changelog\n\n## Unreleased\n\n${twice}${OLDER}`, RELEASE);
  assert.match(cut, /### Fixed\n- One\.\n- Three\.\n\n### Added\n- Two\.\n/);
});

test('nothing to release, no place for it and lines without a group are refused in words', () => {
  const refusals = {
    '## Unreleased\n\n### Added\n\n': /lists no changes/,
    '': /no section "Unreleased"/,
    '## Unreleased\n- One.\n\n': /in no group/,
  };
  for (const [text, words] of Object.entries(refusals))
    assert.throws(() => cutRelease(`# Changelog\n\n${text}${OLDER}`, RELEASE), words);
});
