import { PlusOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useMemo, useState } from 'react';
import { describeFormula } from '../../canvas/model/describeFormula.ts';
import { FormulaBuilder } from '../../canvas/properties/editors/FormulaBuilder.tsx';
import { completionsFor } from '../../flow/conditions/completions.ts';
import { ExpressionInput } from '../../flow/conditions/ExpressionInput.tsx';
import {
  addComputedDetail,
  changeDetail,
  detailsOf,
  fieldInfos,
  RECORD_FORMULAS,
  removeDetail,
} from '../model/columns.ts';
import { moveItem, type DatasetDoc } from '../model/datasetDoc.ts';
import { Setting } from './FigureSettings.tsx';
import { ItemActions } from './ItemActions.tsx';
import type { Source } from './useSource.ts';
import { ZoneBox } from './ZoneBox.tsx';

interface Props {
  doc: DatasetDoc;
  source: Source;
  onChange(doc: DatasetDoc): void;
}

/** The details of a dataset: the columns of a ledger that lists single records. */
export function DetailZone({ doc, source, onChange }: Props) {
  const [isAdding, setAdding] = useState(false);
  const [openKey, setOpenKey] = useState<string | null>(null);
  const infos = useMemo(() => fieldInfos(source.allFields), [source.allFields]);
  const details = detailsOf(doc);
  return (
    <ZoneBox
      zone="details"
      title="明细列"
      hint="把字段拖到这里，可以作台账逐条列出记录；只做统计就留空"
      isEmpty={details.length === 0 && !isAdding}
      tools={
        <Button size="small" type="link" icon={<PlusOutlined />} onClick={() => setAdding(!isAdding)}>
          按公式
        </Button>
      }
    >
      {details.map(({ key, of, label }, index) => {
        const field = source.findField(of);
        const name = label ?? field?.name ?? key;
        const isOpen = openKey === key;
        return (
          <div key={key}>
            <div className="dd-item" data-detail={of}>
              <Input
                size="small"
                aria-label={`明细列“${name}”的名称`}
                maxLength={40}
                placeholder={field?.name ?? key}
                value={label ?? ''}
                onChange={({ target }) =>
                  onChange(changeDetail(doc, key, { label: target.value === '' ? undefined : target.value }))
                }
              />
              <span className="ds-note dd-from-field" title={of}>
                {field ? (field.label === name ? '' : field.label) : `= ${describeFormula(of, infos)}`}
              </span>
              <ItemActions
                name={`明细列“${name}”`}
                isOpen={isOpen}
                onOpen={() => setOpenKey(isOpen ? null : key)}
                move={{
                  index,
                  count: details.length,
                  onMove: (offset) => onChange({ ...doc, details: moveItem(details, index, offset) }),
                }}
                onRemove={() => onChange(removeDetail(doc, key))}
              />
            </div>
            {isOpen ? (
              <section className="dd-settings" aria-label={`“${name}”的设置`}>
                <Setting name="取值">
                  <ExpressionInput
                    value={of}
                    label={`“${name}”的取值`}
                    completions={completionsFor(infos, { isRepeated: false, table: null })}
                    placeholder="字段，或公式，如 daysUntil(endDate)"
                    status={of === '' ? 'error' : ''}
                    onCommit={(next) => onChange(changeDetail(doc, key, { of: next.trim() }))}
                  />
                </Setting>
              </section>
            ) : null}
          </div>
        );
      })}
      {isAdding ? (
        <section className="dd-settings" aria-label="新的明细列">
          <p className="ds-note">先选算法，再选字段：</p>
          <FormulaBuilder
            formulas={RECORD_FORMULAS}
            infos={infos}
            onComplete={(text, { name }) => {
              onChange(addComputedDetail(doc, text, name));
              setAdding(false);
            }}
          />
        </section>
      ) : null}
    </ZoneBox>
  );
}
