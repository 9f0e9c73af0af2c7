import { useMemo } from 'react';
import { ConditionEditor } from '../../flow/conditions/ConditionEditor.tsx';
import {
  SettingsDataContext,
  ElementScopeContext,
  type SettingsData,
  type ElementScope,
} from '../../flow/panel/design.ts';
import { figureInfos } from '../model/columns.ts';
import { groupsOf, type DatasetDoc } from '../model/datasetDoc.ts';
import { ZoneSection } from './ZoneBox.tsx';
import '../../flow/flow.css';

const NO_HOLDERS = { roles: [], posts: [] } as const;

/** The condition on the groups of a dataset, which reads measures and calculated columns. */
export function HavingZone({ doc, onChange }: { doc: DatasetDoc; onChange(doc: DatasetDoc): void }) {
  const { groupBy, measures, columns } = doc;
  const infos = useMemo(() => figureInfos({ from: '', groupBy, measures, columns }), [groupBy, measures, columns]);
  const settingsData = useMemo(
    (): SettingsData => ({ fields: infos, types: null, holders: NO_HOLDERS, flows: [] }),
    [infos],
  );
  const scope = useMemo(
    (): ElementScope => ({
      isRepeated: false,
      table: null,
      types: Object.fromEntries(infos.map(({ key, type }) => [key, type])),
    }),
    [infos],
  );
  const having = doc.having ?? '';
  if (groupsOf(doc).length === 0 && having === '') return null;
  return (
    <ZoneSection title="组的条件" hint="如只看合同额大于 1000000 的客户；不设则全部列出" isEmpty={having === ''}>
      <div className="dd-having">
        <SettingsDataContext value={settingsData}>
          <ElementScopeContext value={scope}>
            <ConditionEditor
              value={having}
              onChange={(next) => onChange({ ...doc, having: next.trim() === '' ? undefined : next })}
            />
          </ElementScopeContext>
        </SettingsDataContext>
      </div>
    </ZoneSection>
  );
}
