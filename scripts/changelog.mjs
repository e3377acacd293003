// Cuts a release from CHANGELOG.md: what is below "Unreleased" becomes a section, or joins the one that was written by hand.

/** The changelog with a section of this version and date; throws, in words, where there is nothing to release. */
export function cutRelease(changelog, { version, date }) {
  const [head, ...sections] = changelog.split(/^(?=## )/m);
  const unreleased = sections.find((section) => titleOf(section) === 'Unreleased');
  if (!unreleased) throw new Error('CHANGELOG.md has no section "Unreleased".');
  const written = sections.find((section) => titleOf(section).split(' ')[0] === version);
  const changes = readGroups(unreleased);
  if (!written && changes.size === 0) throw new Error('CHANGELOG.md lists no changes below "Unreleased".');
  const groups = readGroups(written ?? '');
  for (const [title, text] of changes) addTo(groups, title, text);
  const older = sections.filter((section) => section !== unreleased && section !== written);
  const intro = written ? introOf(written) : '';
  const body = [...groups].map(([title, text]) => `\n### ${title}\n${text}\n`);
  return [head, '## Unreleased\n\n', `## ${version} (${date})\n`, intro, ...body, '\n', ...older].join('');
}

function titleOf(section) {
  return section.slice('## '.length, section.indexOf('\n'));
}

/** What a section says before its first group. */
function introOf(section) {
  const text = section.slice(section.indexOf('\n') + 1).split(/^### /m)[0];
  return text.trim() ? `${text.trim()}\n` : '';
}

/** Title → lines, without empty groups; groups of one title are one. Under "Unreleased" every line has a group. */
function readGroups(section) {
  if (titleOf(section) === 'Unreleased' && introOf(section))
    throw new Error('Lines below "Unreleased" stand in no group: put them below a heading such as "### Added".');
  const groups = new Map();
  for (const group of section.split(/^### /m).slice(1)) {
    const end = group.indexOf('\n');
    addTo(groups, group.slice(0, end).trim(), group.slice(end + 1).trim());
  }
  return groups;
}

function addTo(groups, title, text) {
  if (text) groups.set(title, [groups.get(title), text].filter(Boolean).join('\n'));
}
