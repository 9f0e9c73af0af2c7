import type { Change, Detail } from '../../diff/compare.ts';
import { createModdle, listOf, readXml, type Element } from '../model/moddle.ts';
import { titleOf } from '../panel/ElementPanel.tsx';
import { nameOf, settingsOf } from './elementSettings.ts';

interface Entry {
  id: string;
  name: string;
  tagTitle: string;
  /** The name of the sub-process around the element; '' if there is none. */
  containerPath: string;
  /** Descriptions of the settings, by title. */
  settings: Readonly<Record<string, string>>;
}

function* entriesOf(container: Element, containerPath = ''): Generator<Entry> {
  for (const element of listOf(container, 'flowElements')) {
    const isSequenceFlow = element.$type === 'bpmn:SequenceFlow';
    const name = isSequenceFlow
      ? element.name?.trim() ||
        `${nameOf(element.sourceRef as Element | undefined)} → ${nameOf(element.targetRef as Element | undefined)}`
      : nameOf(element);
    yield {
      id: element.id ?? '',
      name,
      tagTitle: isSequenceFlow ? '连线' : titleOf(element),
      containerPath,
      settings: settingsOf(element),
    };
    yield* entriesOf(element, nameOf(element));
  }
}

const detailsOf = (before: Entry, after: Entry): Detail[] =>
  [...new Set([...Object.keys(before.settings), ...Object.keys(after.settings)])]
    .filter((key) => before.settings[key] !== after.settings[key])
    .map((key) => ({ key, title: key, before: before.settings[key], after: after.settings[key] }));

/**
 * Returns the differences between two processes, by element, as Chinese texts; null if one of the texts is not a
 * process.
 */
export async function compareFlows(before: string, after: string): Promise<Change[] | null> {
  const [oldFlow, newFlow] = await Promise.all([before, after].map((text) => readXml(createModdle(), text)));
  if (!oldFlow?.ok || !newFlow?.ok) return null;
  const processEntry = (process: Element): Entry => ({
    id: '',
    name: '流程设置',
    tagTitle: '流程',
    containerPath: '',
    settings: settingsOf(process),
  });
  const allEntries = (process: Element): Entry[] => [processEntry(process), ...entriesOf(process)];
  const oldEntries = new Map(allEntries(oldFlow.process).map((entry) => [entry.id, entry]));
  const changes: Change[] = [];
  for (const entry of allEntries(newFlow.process)) {
    const oldEntry = oldEntries.get(entry.id);
    oldEntries.delete(entry.id);
    const { id, name, tagTitle, containerPath } = entry;
    const details = oldEntry ? detailsOf(oldEntry, entry) : [];
    if (!oldEntry) changes.push({ kind: 'added', id, name, tagTitle, containerPath, details: [] });
    else if (details.length > 0) changes.push({ kind: 'changed', id, name, tagTitle, containerPath, details });
  }
  for (const { id, name, tagTitle, containerPath } of oldEntries.values())
    changes.push({ kind: 'removed', id, name, tagTitle, containerPath, details: [] });
  return changes;
}
