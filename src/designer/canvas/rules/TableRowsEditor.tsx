import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useMemo } from 'react';
import type { CompiledForm, CompiledTable } from '../../../kernel/index.ts';
import { isObject } from '../model/nodes.ts';
import { PanelProvider, usePanel } from '../properties/panelContext.tsx';
import { withKey } from './effectModel.ts';
import { ChoiceLine, ConditionLine, ControlLine, type Choice } from './controlLines.tsx';
import type { RuleEditorProps } from './ruleNames.ts';
import { rowScope, withScope } from './ruleScopes.ts';
import { ValuesEditor, valueTargets } from './ValuesEditor.tsx';

interface Props extends RuleEditorProps {
  /** `{ <table of the target>: { each: <table of this form>, when?, fields } }`, as in the document. */
  value: unknown;
  /** The form whose sub-tables get rows; null while none is selected. */
  target: CompiledForm | null;
  onChange(value: Record<string, unknown> | undefined): void;
}

const tablesOf = (form: CompiledForm): Choice[] =>
  [...form.tables.values()].map(({ key, node }) => ({ value: key, label: node.label ?? key }));

interface TableRuleProps extends RuleEditorProps {
  table: CompiledTable | undefined;
  rule: Readonly<Record<string, unknown>>;
  onChange(rule: Record<string, unknown>): void;
}

/**
 * Edits the rule that creates the rows of one sub-table: the source rows, the condition that filters them, and the
 * values.
 */
function TableRule({ table, rule, names, compiled, onChange }: TableRuleProps) {
  const outerPanel = usePanel();
  const each = typeof rule.each === 'string' ? rule.each : '';
  const rowNames = useMemo(() => withScope(names, rowScope(compiled, each)), [compiled, each, names]);
  const panel = useMemo(() => ({ ...outerPanel, infos: rowNames.infos }), [outerPanel, rowNames]);
  const setKey = (key: string, value: unknown): void => onChange(withKey(rule, key, value));
  return (
    <PanelProvider value={panel}>
      <ChoiceLine
        label="逐行取自"
        help="来源子表的每一行生成一行"
        value={each}
        choices={tablesOf(compiled)}
        onChange={(next) => setKey('each', next ?? '')}
      />
      <ConditionLine label="哪些行" value={rule.when} onChange={(when) => setKey('when', when)} />
      <ControlLine label="各列的值">
        {() => (
          <ValuesEditor
            value={rule.fields}
            fields={valueTargets(table?.columns ?? [])}
            names={rowNames}
            onChange={(fields) => setKey('fields', fields ?? {})}
          />
        )}
      </ControlLine>
    </PanelProvider>
  );
}

/**
 * Edits the rules that create rows in sub-tables of the target form. Renders nothing if this form or the target form
 * has no sub-tables.
 */
export function TableRowsEditor({ value, target, onChange, ...sharedProps }: Props) {
  const { compiled } = sharedProps;
  const entries = Object.entries(isObject(value) ? value : {});
  const [sourceTables, targetTables] = [tablesOf(compiled), target ? tablesOf(target) : []];
  const isUsed = (table: string): boolean => entries.some(([key]) => key === table);
  const unusedTable = targetTables.find((table) => !isUsed(table.value));
  if (entries.length === 0 && (sourceTables.length === 0 || unusedTable === undefined)) return null;
  const setEntries = (next: [string, unknown][]): void =>
    onChange(next.length === 0 ? undefined : Object.fromEntries(next));
  return (
    <ControlLine label="子表的行">
      {() => (
        <div className="ds-pairs">
          {entries.map(([key, rule], index) => {
            const setEntry = (entry: [string, unknown]): void =>
              setEntries(entries.map((unchanged, position) => (position === index ? entry : unchanged)));
            return (
              // oxlint-disable-next-line react/no-array-index-key -- the name can be edited, so it cannot be the key
              <div key={index} className="ds-row">
                <ChoiceLine
                  label="生成到"
                  value={key}
                  choices={targetTables.filter((table) => table.value === key || !isUsed(table.value))}
                  onChange={(next) => setEntry([next ?? key, rule])}
                />
                <TableRule
                  key={key}
                  table={target?.tables.get(key)}
                  rule={isObject(rule) ? rule : {}}
                  {...sharedProps}
                  onChange={(next) => setEntry([key, next])}
                />
                <Button
                  type="text"
                  size="small"
                  icon={<DeleteOutlined />}
                  onClick={() => setEntries(entries.filter((_item, position) => position !== index))}
                >
                  删除此子表
                </Button>
              </div>
            );
          })}
          {unusedTable === undefined || sourceTables.length === 0 ? null : (
            <Button
              size="small"
              type="dashed"
              block
              icon={<PlusOutlined />}
              onClick={() =>
                setEntries([...entries, [unusedTable.value, { each: sourceTables[0]?.value, fields: {} }]])
              }
            >
              添加一个子表
            </Button>
          )}
        </div>
      )}
    </ControlLine>
  );
}
