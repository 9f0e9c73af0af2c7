import type { FormDefinition } from '../../kernel/index.ts';
import { titleOfTag } from '../editor/grammarDocs.ts';
import { flatten, type Entry } from './flatten.ts';
import { flattenScreen, readScreenText } from './flattenScreen.ts';
import { markLongestIncreasingSubsequence } from './longestIncreasingSubsequence.ts';
import { titleOfKey, titleOfSetting } from './titles.ts';

/** A changed property of a node. */
export interface Detail {
  key: string;
  title: string;
  before: unknown;
  after: unknown;
}
/** One change of a node: the node with its name, kind and containers, and its changed properties. */
export interface Change {
  kind: 'added' | 'removed' | 'changed' | 'moved';
  id: string;
  name: string;
  tagTitle: string;
  containerPath: string;
  details: readonly Detail[];
}

const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

function detailsOf(
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
  titleOf: (key: string) => string,
): Detail[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((key) => !isSame(before[key], after[key]))
    .map((key) => ({ key, title: titleOf(key), before: before[key], after: after[key] }));
}

const createChange = (kind: Change['kind'], entry: Entry, details: readonly Detail[] = []): Change => ({
  kind,
  id: entry.id,
  name: entry.name || (titleOfTag(entry.tag) ?? entry.tag),
  tagTitle: titleOfTag(entry.tag) ?? (entry.tag === 'pane' ? '分页' : entry.tag),
  containerPath: entry.containerPath,
  details,
});

/** Returns the settings of a form, without its nodes and its version number. */
function settingsOf({
  fields: _fields,
  version: _version,
  ...settings
}: FormDefinition & { version?: number }): Record<string, unknown> {
  return settings;
}

/**
 * Returns the changes between two lists of nodes, matched by id, in the order of the newer list; removals come last.
 * `outermostName`: the name of the place outside all containers.
 */
function compareEntries(before: readonly Entry[], now: readonly Entry[], outermostName: string): Change[] {
  const changes: Change[] = [];
  const oldEntries = new Map(before.map((entry, index) => [entry.id, { entry, index }]));
  // compares the order only of nodes in the same container; nodes in another container have moved anyway
  const entriesInSameContainer = now.filter(
    ({ id, containerPath }) => oldEntries.get(id)?.entry.containerPath === containerPath,
  );
  const keptOrderFlags = markLongestIncreasingSubsequence(
    entriesInSameContainer.map(({ id }) => oldEntries.get(id)?.index ?? 0),
  );
  const isOrderKeptById = new Map(entriesInSameContainer.map(({ id }, index) => [id, keptOrderFlags[index] === true]));
  for (const entry of now) {
    const match = oldEntries.get(entry.id);
    if (!match) {
      changes.push(createChange('added', entry));
      continue;
    }
    const tagDetails =
      match.entry.tag === entry.tag
        ? []
        : [
            {
              key: 'tag',
              title: '控件',
              before: titleOfTag(match.entry.tag) ?? match.entry.tag,
              after: titleOfTag(entry.tag) ?? entry.tag,
            },
          ];
    const details = [
      ...tagDetails,
      ...detailsOf(match.entry.properties, entry.properties, (key) => titleOfKey(entry.tag, key)),
    ];
    const isMoved = match.entry.containerPath !== entry.containerPath || isOrderKeptById.get(entry.id) === false;
    if (details.length > 0) changes.push(createChange('changed', entry, details));
    if (isMoved)
      changes.push(
        createChange(
          'moved',
          entry,
          match.entry.containerPath === entry.containerPath
            ? []
            : [
                {
                  key: 'place',
                  title: '位置',
                  before: match.entry.containerPath || outermostName,
                  after: entry.containerPath || outermostName,
                },
              ],
        ),
      );
  }
  const ids = new Set(now.map(({ id }) => id));
  for (const { entry } of oldEntries.values()) if (!ids.has(entry.id)) changes.push(createChange('removed', entry));
  return changes;
}

/** Returns the changes between two form definitions, by node. Fields are matched by key. */
export function compareForms(before: FormDefinition, after: FormDefinition): Change[] {
  const settings = detailsOf(settingsOf(before), settingsOf(after), titleOfSetting);
  return [
    ...(settings.length > 0
      ? [{ kind: 'changed' as const, id: '', name: '表单设置', tagTitle: '表单', containerPath: '', details: settings }]
      : []),
    ...compareEntries(flatten(before), flatten(after), '表单'),
  ];
}

/** Returns the changes between two screens given as texts; null if one of them is not a screen. */
export function compareScreens(before: string, after: string): Change[] | null {
  const [oldScreen, newScreen] = [readScreenText(before), readScreenText(after)];
  if (!oldScreen || !newScreen) return null;
  const titleDetails = detailsOf({ title: oldScreen.title }, { title: newScreen.title }, () => '标题');
  return [
    ...(titleDetails.length > 0
      ? [
          {
            kind: 'changed' as const,
            id: '',
            name: '界面设置',
            tagTitle: '界面',
            containerPath: '',
            details: titleDetails,
          },
        ]
      : []),
    ...compareEntries(flattenScreen(oldScreen.root), flattenScreen(newScreen.root), '界面'),
  ];
}
