import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useMemo } from 'react';
import type { CompiledForm, CompiledTable } from '../../../kernel/index.ts';
import type { FieldInfo } from '../../flow/panel/design.ts';
import { isObject } from '../model/nodes.ts';
import { PanelProvider, usePanel } from '../properties/panelContext.tsx';
import { withValue } from './effectModel.ts';
import { ChoiceLine, ConditionLine, Line, type Choice } from './lines.tsx';
import type { RuleChoices } from './ruleNames.ts';
import { Values, valueTargets } from './Values.tsx';

interface Props extends RuleChoices {
  /** `{ <table of the target>: { each: <table of this form>, when?, fields } }`, as the document writes it. */
  value: unknown;
  /** The form whose sub-tables get rows; null while none is chosen. */
  target: CompiledForm | null;
  onChange(value: Record<string, unknown> | undefined): void;
}

const tablesOf = (form: CompiledForm): Choice[] =>
  [...form.tables.values()].map(({ key, node }) => ({ value: key, label: node.label ?? key }));

interface OneProps extends RuleChoices {
  table: CompiledTable | undefined;
  made: Readonly<Record<string, unknown>>;
  onChange(made: Record<string, unknown>): void;
}

/** How rows of one sub-table are made: from which rows, which of them, and with what in their columns. */
function OneTable({ table, made, names, compiled, onChange }: OneProps) {
  const around = usePanel();
  const each = typeof made.each === 'string' ? made.each : '';
  const infos = useMemo((): FieldInfo[] => {
    const columns = [...(compiled.tables.get(each)?.columns ?? [])];
    const ofRow = columns.map((column) => ({
      key: `row.${column.key}`,
      label: `行 › ${column.node.label ?? column.key}`,
      tag: column.node.tag,
      type: column.valueType,
      options: column.options,
      columns: null,
    }));
    return [...ofRow, ...names.infos];
  }, [compiled, each, names]);
  const panel = useMemo(() => ({ ...around, infos }), [around, infos]);
  const put = (key: string, value: unknown): void => onChange(withValue(made, key, value));
  return (
    <PanelProvider value={panel}>
      <ChoiceLine
        label="逐行取自"
        help="来源子表的每一行生成一行"
        value={each}
        choices={tablesOf(compiled)}
        onChange={(next) => put('each', next ?? '')}
      />
      <ConditionLine label="哪些行" value={made.when} onChange={(when) => put('when', when)} />
      <Line label="各列的值">
        {() => (
          <Values
            value={made.fields}
            fields={valueTargets(table?.columns ?? [])}
            names={{ ...names, infos }}
            onChange={(fields) => put('fields', fields ?? {})}
          />
        )}
      </Line>
    </PanelProvider>
  );
}

/** Rows of the target's sub-tables, each table made from the rows of one of this form. Nothing where either form has none. */
export function TableRows({ value, target, names, compiled, nodes, onChange }: Props) {
  const entries = Object.entries(isObject(value) ? value : {});
  const [sources, targets] = [tablesOf(compiled), target ? tablesOf(target) : []];
  const free = targets.find((one) => !entries.some(([key]) => key === one.value));
  if (entries.length === 0 && (sources.length === 0 || free === undefined)) return null;
  const set = (next: [string, unknown][]): void => onChange(next.length === 0 ? undefined : Object.fromEntries(next));
  return (
    <Line label="子表的行">
      {() => (
        <div className="ds-pairs">
          {entries.map(([key, made], index) => {
            const put = (entry: [string, unknown]): void =>
              set(entries.map((other, at) => (at === index ? entry : other)));
            return (
              // oxlint-disable-next-line react/no-array-index-key -- the name is what is chosen
              <div key={index} className="ds-row">
                <ChoiceLine
                  label="生成到"
                  value={key}
                  choices={targets}
                  onChange={(next) => put([next ?? key, made])}
                />
                <OneTable
                  table={target?.tables.get(key)}
                  made={isObject(made) ? made : {}}
                  names={names}
                  compiled={compiled}
                  nodes={nodes}
                  onChange={(next) => put([key, next])}
                />
                <Button
                  type="text"
                  size="small"
                  icon={<DeleteOutlined />}
                  onClick={() => set(entries.filter((_one, at) => at !== index))}
                >
                  删除此子表
                </Button>
              </div>
            );
          })}
          {free === undefined || sources.length === 0 ? null : (
            <Button
              size="small"
              type="dashed"
              block
              icon={<PlusOutlined />}
              onClick={() => set([...entries, [free.value, { each: sources[0]?.value, fields: {} }]])}
            >
              添加一个子表
            </Button>
          )}
        </div>
      )}
    </Line>
  );
}
