import type { Option } from '../../../kernel/index.ts';
import { FORMER_MARK } from './options.ts';
import './choices.css';

interface Props {
  /** `radio`: one option can be chosen; `checkbox`: several. */
  type: 'radio' | 'checkbox';
  /** Name of the radio group. */
  name?: string;
  options: readonly Option[];
  isChosen(option: Option): boolean;
  /** Returns true for an option that only shows a stored value and is no longer selectable. */
  isFormer(option: Option): boolean;
  isDisabled(option: Option): boolean;
  onChoose(option: Option): void;
}

/**
 * Radio buttons or checkboxes as native controls in the style of antd. They render much faster than antd's controls,
 * whose hidden inputs and animations slow down pages with many options.
 */
export function Choices({ type, name, options, isChosen, isFormer, isDisabled, onChoose }: Props) {
  return options.map((option) => (
    <label key={String(option.value)} className="sf-choice">
      <input
        type={type}
        name={name}
        className="sf-tick"
        value={String(option.value)}
        checked={isChosen(option)}
        disabled={isDisabled(option)}
        onChange={() => onChoose(option)}
      />
      <span>{isFormer(option) ? `${option.label}${FORMER_MARK}` : option.label}</span>
    </label>
  ));
}
