import { Input, Select, Switch } from 'antd';
import { useId, type ReactNode } from 'react';
import { ConditionField } from '../properties/editors/ExpressionEditors.tsx';
import { GrowingText } from '../../editor/GrowingText.tsx';
import type { RuleNames } from './ruleNames.ts';

interface ControlLineProps {
  label: string;
  /** Tooltip of the label. */
  help?: string | undefined;
  /** Returns the control. The label refers to `id`, so a single input should have this id. */
  children(id: string): ReactNode;
}

/** A labelled control in the editor of a rule. */
export function ControlLine({ label, help, children }: ControlLineProps) {
  const id = useId();
  return (
    <div className="ds-property" data-beside="true">
      <label htmlFor={id} className="ds-property-name" title={help}>
        {label}
      </label>
      <div className="ds-property-editor">{children(id)}</div>
    </div>
  );
}

export interface Choice {
  value: string;
  label: string;
}

interface ChoiceProps {
  id?: string;
  label: string;
  value: unknown;
  choices: readonly Choice[];
  placeholder?: string;
  /** True if the value is optional; otherwise an empty select is shown as an error. */
  allowClear?: boolean;
  /** Called with the selected value; undefined if the select was cleared. */
  onChange(value: string | undefined): void;
}

/**
 * A select of one value. A value that is not among the choices is shown and kept: the document may contain a path
 * through relations that the choices do not offer.
 */
export function ChoiceSelect({ id, label, value, choices, placeholder, allowClear = false, onChange }: ChoiceProps) {
  const current = typeof value === 'string' && value !== '' ? value : null;
  const isUnknown = current !== null && !choices.some((choice) => choice.value === current);
  return (
    <Select
      id={id}
      size="small"
      aria-label={label}
      showSearch
      optionFilterProp="label"
      allowClear={allowClear}
      popupMatchSelectWidth={false}
      style={{ width: '100%' }}
      placeholder={placeholder ?? '请选择'}
      status={current === null && !allowClear ? 'error' : ''}
      value={current}
      options={isUnknown ? [...choices, { value: current, label: current }] : [...choices]}
      onChange={(next: string | null) => onChange(next ?? undefined)}
    />
  );
}

/** A select with its label. */
export const ChoiceLine = ({ help, ...choice }: Omit<ChoiceProps, 'id'> & { help?: string }) => (
  <ControlLine label={choice.label} help={help}>
    {(id) => <ChoiceSelect id={id} {...choice} />}
  </ControlLine>
);

interface MultiSelectProps {
  label: string;
  help?: string;
  /** The selected values as written in the document; anything but a list counts as no values. */
  value: unknown;
  choices: readonly Choice[];
  placeholder: string;
  /** True to show an empty selection as an error. */
  isRequired?: boolean;
  onChange(values: string[] | undefined): void;
}

/**
 * A select of several values with its label. `onChange` gets the values in the order of selection, or undefined if none
 * is selected. Values that are not among the choices are shown and kept.
 */
export function MultiSelectLine({
  label,
  help,
  value,
  choices,
  placeholder,
  isRequired = false,
  onChange,
}: MultiSelectProps) {
  const current = Array.isArray(value) ? value.map(String) : [];
  const unknownValues = current.filter((key) => !choices.some((choice) => choice.value === key));
  return (
    <ControlLine label={label} help={help}>
      {(id) => (
        <Select
          id={id}
          size="small"
          mode="multiple"
          aria-label={label}
          optionFilterProp="label"
          popupMatchSelectWidth={false}
          placeholder={placeholder}
          status={isRequired && current.length === 0 ? 'error' : ''}
          style={{ width: '100%' }}
          value={current}
          options={[...choices, ...unknownValues.map((key) => ({ value: key, label: key }))]}
          onChange={(next: string[]) => onChange(next.length === 0 ? undefined : next)}
        />
      )}
    </ControlLine>
  );
}

interface ValueLineProps<T> {
  label: string;
  help?: string;
  value: unknown;
  onChange(value: T): void;
}

/**
 * A condition with its label; `onChange` gets undefined for an empty condition. The editor offers all fields of the
 * surrounding `PanelProvider`, also the fields of a list row (`row.…`) if there are any.
 */
export const ConditionLine = ({ label, value, onChange }: ValueLineProps<string | undefined>) => (
  <ControlLine label={label}>{() => <ConditionField hasRow value={value} onChange={onChange} />}</ControlLine>
);

/** A switch with its label; `onChange` gets undefined when it is switched off. */
export const SwitchLine = ({ label, help, value, onChange }: ValueLineProps<true | undefined>) => (
  <ControlLine label={label} help={help}>
    {(id) => <Switch id={id} size="small" checked={value === true} onChange={(next) => onChange(next || undefined)} />}
  </ControlLine>
);

/** A short text with its label; `onChange` gets undefined for an empty text. */
export const InputLine = ({
  label,
  value,
  onChange,
  ...inputProps
}: ValueLineProps<string | undefined> & { maxLength?: number; placeholder?: string }) => (
  <ControlLine label={label}>
    {(id) => (
      <Input
        id={id}
        size="small"
        value={typeof value === 'string' ? value : ''}
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
        {...inputProps}
      />
    )}
  </ControlLine>
);

interface TextLineProps {
  label: string;
  value: unknown;
  /** The names whose fields can be inserted (sub-tables are left out); absent: nothing can be inserted. */
  names?: RuleNames;
  onChange(value: string): void;
}

/** A text with its label. It may contain fields of the record as placeholders `${…}`; an empty text is an error. */
export function TextLine({ label, value, names, onChange }: TextLineProps) {
  const text = typeof value === 'string' ? value : '';
  return (
    <ControlLine label={label}>
      {(id) => (
        <div className="ds-stack">
          <GrowingText
            id={id}
            size="small"
            minRows={1}
            maxRows={6}
            status={text === '' ? 'error' : ''}
            value={text}
            onChange={({ target }) => onChange(target.value)}
          />
          {names ? (
            <ChoiceSelect
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
    </ControlLine>
  );
}
