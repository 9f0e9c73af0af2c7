import { useEffect, useRef, useState } from 'react';
import { Select } from 'antd';
import type { NodeByTag } from '../../grammar/nodes.ts';
import type { Option } from '../../kernel/index.ts';
import type { EditProps } from '../../runtime/node/faces.ts';
import { blockSelectionKeys } from '../../runtime/host/unansweredSearch.ts';
import { useSearchedOptions } from '../../runtime/options/useSearchedOptions.ts';
import { useSelectableOptions } from '../../runtime/options/useSelectableOptions.ts';
import { ariaOf, useAriaStates } from '../shared/aria.ts';
import { cellProps } from '../shared/cell.ts';
import { OptionsNote } from '../shared/choice/OptionsNote.tsx';
import { findOption, formerOptions } from '../shared/choice/options.ts';
import { asList } from '../shared/values.ts';
import { definition } from './definition.ts';
import '../shared/widgets.css';

type Node = NodeByTag['el-select'];
type Value = Option['value'];
/**
 * Matches stored values with options. `values`: the stored values, each replaced by the equal option value.
 * `extraOptions`: additional options for stored values without an option, so that the values are shown and not lost.
 */
function matchStoredValues(value: unknown, node: Node, options: readonly Option[], label: string | undefined) {
  const storedValues = (node.multiple === true ? asList(value) : [value]).filter(
    (item) => item !== undefined && item !== null && item !== '',
  );
  const values = storedValues.map((item) => findOption(options, item)?.value ?? (item as Value));
  return {
    values,
    extraOptions: formerOptions(storedValues, label, (item) => findOption(options, item) !== undefined),
  };
}

/** Returns the typed text as an option, for fields with `allow-create`; empty if an option has this label or value. */
function typedOption(search: string, options: readonly Option[]): Option[] {
  const text = search.trim();
  return text === '' || options.some(({ label, value }) => label === text || value === text)
    ? []
    : [{ value: text, label: text }];
}

// sizes in pixels
const OPTION_HEIGHT = 32;
/** Further options are loaded when the list is scrolled this near to its end. */
const LOAD_MORE_DISTANCE = 80;
/** A select with more options than this can be searched. */
const MAX_UNSEARCHED_OPTIONS = 8;

/**
 * Returns the height of the option list: whole options that fill at most 40 % of the window, but at least 8 options.
 */
const listHeight = (): number => Math.max(8, Math.floor((window.innerHeight * 0.4) / OPTION_HEIGHT)) * OPTION_HEIGHT;

export function Edit({
  id,
  node,
  value,
  label,
  onChange,
  onBlur,
  disabled,
  invalid,
  isRequired,
  describedBy,
  isCell,
  typed,
}: EditProps<Node>) {
  const [search, setSearch] = useState(typed ?? '');
  const [isOpen, setOpen] = useState(isCell === true);
  const searchedOptions = useSearchedOptions(node, search, isOpen);
  const selectableOptions = useSelectableOptions(node);
  const optionsState = searchedOptions ?? selectableOptions;
  useAriaStates(id, invalid, isRequired);
  const options = optionsState.options ?? [];
  // the Select clears its search text once when it opens; this effect runs afterwards and sets the text whose typing
  // opened the cell
  const initialSearch = useRef(typed);
  useEffect(() => {
    if (initialSearch.current !== undefined) setSearch(initialSearch.current);
    initialSearch.current = undefined;
  }, []);
  const isMultiple = node.multiple === true;
  const mayCreate = node['allow-create'] === true;
  const isSearchable =
    searchedOptions !== null ||
    (mayCreate && !isMultiple) ||
    (node.filterable ?? (isMultiple || typed !== undefined || options.length > MAX_UNSEARCHED_OPTIONS));
  const multipleMode = mayCreate ? 'tags' : 'multiple';
  const { values, extraOptions } = matchStoredValues(value, node, options, label);
  const typedOptions = mayCreate && !isMultiple ? typedOption(search, [...options, ...extraOptions]) : [];
  // Enter and Tab select nothing before the options for the typed text have arrived, unless the typed text itself is
  // the first option
  const isKeySelectionBlocked =
    searchedOptions?.isUnanswered === true &&
    !(mayCreate && typedOption(search, [...options, ...extraOptions]).length > 0);
  const change = (next: Value | Value[] | undefined): void => {
    const storedValues = next ?? '';
    setSearch('');
    onChange(
      storedValues,
      definition.text?.(storedValues, node, { options: [...options, ...extraOptions, ...typedOptions] }),
    );
  };
  return (
    <Select<Value | Value[]>
      id={id}
      className="sf-fill"
      mode={isMultiple ? multipleMode : undefined}
      options={[...typedOptions, ...options, ...extraOptions].map((option) => ({
        value: option.value as string,
        label: option.retired ? `${option.label}（已停用）` : option.label,
        disabled: option.disabled,
      }))}
      value={isMultiple ? values : values[0]}
      placeholder={isCell ? undefined : (node.placeholder ?? '请选择')}
      loading={optionsState.status === 'loading'}
      notFoundContent={<OptionsNote state={optionsState} />}
      showSearch={isSearchable}
      {...(isSearchable ? { searchValue: search, onSearch: setSearch } : {})}
      optionFilterProp="label"
      listHeight={listHeight()}
      filterOption={searchedOptions === null}
      onPopupScroll={({ currentTarget: list }) => {
        if (list.scrollTop + list.clientHeight > list.scrollHeight - LOAD_MORE_DISTANCE) searchedOptions?.loadMore();
      }}
      maxCount={isMultiple && (node['multiple-limit'] ?? 0) > 0 ? node['multiple-limit'] : undefined}
      maxTagCount={node['collapse-tags'] === true || isCell ? 'responsive' : undefined}
      allowClear={node.clearable ?? !isRequired}
      status={invalid ? 'error' : undefined}
      {...cellProps(isCell)}
      defaultOpen={isCell}
      onOpenChange={setOpen}
      onInputKeyDown={isKeySelectionBlocked ? blockSelectionKeys : undefined}
      disabled={disabled}
      onBlur={onBlur}
      onChange={change}
      {...ariaOf({ node, invalid: false, describedBy, isCell })}
    />
  );
}
