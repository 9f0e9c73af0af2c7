import type { Option } from '../../../kernel/index.ts';
import './choices.css';

interface Props {
  /** `radio`: one of them is chosen; `checkbox`: several may be. */
  type: 'radio' | 'checkbox';
  /** Of the browser's group of radios. */
  name?: string;
  options: readonly Option[];
  isChosen(option: Option): boolean;
  isOff(option: Option): boolean;
  onChoose(option: Option): void;
}

/**
 * Options to tick, each in its label: the browser's own controls in the looks of the library's, whose hidden inputs
 * and animated marks cost a page full of them most of its painting.
 */
export function Choices({ type, name, options, isChosen, isOff, onChoose }: Props) {
  return options.map((option) => (
    <label key={String(option.value)} className="sf-choice">
      <input
        type={type}
        name={name}
        className="sf-tick"
        value={String(option.value)}
        checked={isChosen(option)}
        disabled={isOff(option)}
        onChange={() => onChoose(option)}
      />
      <span>{option.label}</span>
    </label>
  ));
}
