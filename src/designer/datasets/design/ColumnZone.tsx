import { PlusOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { describeFormula } from '../../canvas/model/describeFormula.ts';
import { FormulaBuilder } from '../../canvas/properties/editors/FormulaBuilder.tsx';
import { completionsFor } from '../../flow/conditions/completions.ts';
import { ExpressionInput } from '../../flow/conditions/ExpressionInput.tsx';
import { checkExpression } from '../../../expressions/index.ts';
import { addColumn, changeColumn, columnsOf, FIGURE_FORMULAS, figureInfos, figuresOf } from '../model/columns.ts';
import { moveItem, removeFigure, type Column, type DatasetDoc } from '../model/datasetDoc.ts';
import { DisplaySettings, FormatSelect, Setting } from './FigureSettings.tsx';
import { ItemActions } from './ItemActions.tsx';
import { ZoneSection } from './ZoneBox.tsx';

interface Props {
  doc: DatasetDoc;
  onChange(doc: DatasetDoc): void;
}

/** The calculated columns of a dataset: values computed from measures and previous columns. */
export function ColumnZone({ doc, onChange }: Props) {
  const [isAdding, setAdding] = useState(false);
  const [openKey, setOpenKey] = useState<string | null>(null);
  const columns = columnsOf(doc);
  return (
    <ZoneSection
      title="计算列"
      hint="由统计值算出的列，如 收款率 = 已收款 ÷ 合同额"
      isEmpty={columns.length === 0 && !isAdding}
      tools={
        <Button size="small" type="link" icon={<PlusOutlined />} onClick={() => setAdding(!isAdding)}>
          计算列
        </Button>
      }
    >
      {columns.map((column, index) => (
        <ColumnItem
          key={column.key}
          doc={doc}
          column={column}
          isOpen={openKey === column.key}
          onToggle={() => setOpenKey(openKey === column.key ? null : column.key)}
          onMove={(offset) => onChange({ ...doc, columns: moveItem(columns, index, offset) })}
          onChange={onChange}
        />
      ))}
      {isAdding ? (
        <section className="dd-settings" aria-label="新的计算列">
          <p className="ds-note">
            {figuresOf(doc).length < 2 ? '至少要有两个统计值，才能互相计算。' : '先选算法，再选统计值：'}
          </p>
          <FormulaBuilder
            formulas={FIGURE_FORMULAS}
            infos={figureInfos(doc)}
            onComplete={(computed, formula) => {
              onChange(addColumn(doc, computed, formula));
              setAdding(false);
            }}
          />
        </section>
      ) : null}
    </ZoneSection>
  );
}

function ColumnItem({
  doc,
  column,
  isOpen,
  onToggle,
  onMove,
  onChange,
}: Props & { column: Column; isOpen: boolean; onToggle(): void; onMove(offset: -1 | 1): void }) {
  const name = column.label ?? column.key;
  const infos = figureInfos(doc, column.key);
  const types = Object.fromEntries(infos.map(({ key, type }) => [key, type]));
  const problems = checkExpression(column.computed, types, 'double');
  const change = (changes: Partial<Column>): void => onChange(changeColumn(doc, column.key, changes));
  const columns = columnsOf(doc);
  return (
    <>
      <div className="dd-item" data-column={column.key}>
        <Input
          size="small"
          aria-label={`计算列“${name}”的名称`}
          maxLength={40}
          placeholder={column.key}
          value={column.label ?? ''}
          onChange={({ target }) => change({ label: target.value === '' ? undefined : target.value })}
        />
        <FormatSelect name={name} value={column.format} onChange={(format) => change({ format })} />
        <ItemActions
          name={`计算列“${name}”`}
          isOpen={isOpen}
          onOpen={onToggle}
          move={{ index: columns.indexOf(column), count: columns.length, onMove }}
          onRemove={() => onChange(removeFigure(doc, column.key))}
        />
      </div>
      {isOpen ? null : <p className="ds-note dd-of">= {describeFormula(column.computed, infos)}</p>}
      {isOpen ? (
        <section className="dd-settings" aria-label={`“${name}”的设置`}>
          <Setting name="公式">
            <ExpressionInput
              value={column.computed}
              label={`“${name}”的公式`}
              completions={completionsFor(infos, { isRepeated: false, table: null })}
              placeholder="如 settled / amount"
              status={problems.length > 0 ? 'error' : ''}
              onCommit={(computed) => change({ computed: computed.trim() })}
            />
            <FormulaBuilder formulas={FIGURE_FORMULAS} infos={infos} onComplete={(computed) => change({ computed })} />
          </Setting>
          <DisplaySettings name={name} value={column} onChange={change} />
        </section>
      ) : null}
      {problems.slice(0, 2).map(({ message }) => (
        <p key={message} className="fd-fault" role="alert">
          {message}
        </p>
      ))}
    </>
  );
}
