import { Input } from 'antd';
import type { CompiledForm } from '../../../kernel/index.ts';
import type { Property } from '../properties/propertyModel.ts';
import { Line, OneOf } from './parts.tsx';
import type { RuleNames } from './ruleWords.ts';

/** What the editors of a rule choose from. */
export interface RuleChoices {
  names: RuleNames;
  compiled: CompiledForm;
  /** Task nodes of the form's process. */
  nodes: readonly string[];
}

export const asProperty = (key: string, name: string): Property => ({
  key,
  name,
  help: name,
  group: 'basic',
  editor: 'condition',
  schema: { type: 'string' },
  fallback: false,
});
/** For editors of conditions that belong to no key of a node. */
export const WHEN = asProperty('when', '条件');
interface TextLineProps {
  label: string;
  value: unknown;
  /** Fields that may be put in; absent: none. */
  names?: RuleNames;
  onChange(value: string): void;
}

/** A text in which fields of the record may stand as `${…}`. */
export function TextLine({ label, value, names, onChange }: TextLineProps) {
  const text = typeof value === 'string' ? value : '';
  return (
    <Line label={label}>
      {(id) => (
        <div className="ds-stack">
          <Input.TextArea
            id={id}
            size="small"
            autoSize={{ minRows: 1, maxRows: 6 }}
            status={text === '' ? 'error' : ''}
            value={text}
            onChange={({ target }) => onChange(target.value)}
          />
          {names ? (
            <OneOf
              label={`在${label}中插入字段`}
              value=""
              allowClear
              placeholder="插入字段"
              choices={names.infos
                .filter(({ columns }) => columns === null)
                .map((info) => ({ value: info.key, label: info.label }))}
              onChange={(next) => {
                if (next !== undefined) onChange(`${text}\${${next}}`);
              }}
            />
          ) : null}
        </div>
      )}
    </Line>
  );
}
