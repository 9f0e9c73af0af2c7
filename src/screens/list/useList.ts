import { useCallback, useContext, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { ListNode } from '../../grammar/nodes.ts';
import type { FormDefinition } from '../../kernel/index.ts';
import type { FormLookup } from '../../relations/index.ts';
import type { Path } from '../../domain/problem/index.ts';
import { useServices, useRegistry, useSituation } from '../../runtime/contexts.ts';
import type { SavedView } from '../../runtime/services/listViews.ts';
import { useShownAgainListener } from '../../runtime/screen/page.ts';
import { addressPrefix } from '../navigation/addressPrefix.ts';
import { usePageNavigation } from '../navigation/pageNavigation.ts';
import { usePlaceholderValues } from '../related/usePlaceholderValues.ts';
import { RelatedChangesContext } from '../../runtime/screen/relatedChanges.ts';
import { useLoad } from '../shared/useLoad.ts';
import { compileList, fillListPlaceholders, withoutFields, type CompiledList } from './compile.ts';
import {
  readDrillDown,
  NO_VIEW,
  decodeListState,
  encodeListState,
  isListParam,
  documentViewId,
  documentViewQuery,
  toListQuery,
  type ListState,
} from './query.ts';
import type { DocumentView } from './viewParts.ts';
import { readLayout, useColumnChoice, type ColumnLayout } from './columns/columnChoice.ts';
import { useOpeningView } from './views/useOpeningView.ts';

/** Returns the column layout of a view that the document defines, in the view's order. */
const layoutOf = ({ columns }: DocumentView, list: CompiledList): ColumnLayout =>
  columns && columns.length > 0
    ? {
        shown: Object.fromEntries(list.columns.map(({ field }) => [field, columns.includes(field)])),
        order: columns,
      }
    : {};

/** Returns the compiled list, its query (stored in the address), its columns, and the loaded page of records. */
export function useList(node: ListNode, form: FormDefinition, formOf: FormLookup | undefined, path: Path) {
  const services = useServices();
  const registry = useRegistry();
  const navigation = usePageNavigation();
  const { user } = useSituation();
  const hiddenFields = user.fieldRules?.[form.formKey]?.hidden;
  const placeholders = usePlaceholderValues(node);
  const prefix = addressPrefix(node, form.formKey, path);
  // a figure counts all records that the person may read, so its records are not limited to the person's own list
  const showsRecordsOfFigure = readDrillDown(navigation.query, prefix) !== null;
  const compiledList = useMemo(
    () =>
      fillListPlaceholders(withoutFields(compileList(node, form, registry, formOf), hiddenFields ?? []), placeholders),
    [node, form, registry, formOf, hiddenFields, placeholders],
  );
  const formStorageKey = `${useLocation().pathname}:${form.formKey}:`;
  const storageKey = `${formStorageKey}${addressPrefix(node, '', path).replace(/\.$/, '')}`;
  const openingView = useOpeningView(form.formKey, storageKey);
  const list = useMemo(
    () => (showsRecordsOfFigure ? { ...compiledList, isWholeUnit: true } : compiledList),
    [compiledList, showsRecordsOfFigure],
  );
  const listParams = JSON.stringify(Object.entries(navigation.query).filter(([key]) => isListParam(key, prefix)));
  /** The view that applies while the address has no parameters of the list. */
  const defaultView = useMemo(() => {
    if (openingView?.kind === 'saved')
      return {
        query: { ...openingView.view.config.query, view: openingView.view.id },
        id: openingView.view.id,
        layout: readLayout(openingView.view.config.columns),
      };
    const documentView =
      openingView?.kind === 'prepared'
        ? list.documentViews.find((view) => documentViewId(view) === openingView.id)
        : undefined;
    return documentView
      ? {
          query: documentViewQuery(documentView, list),
          id: documentViewId(documentView),
          layout: layoutOf(documentView, list),
        }
      : null;
  }, [openingView, list]);
  const lacksListParams = listParams === '[]';
  const isWaitingForView = lacksListParams && openingView === undefined;
  const isDefaultView =
    defaultView !== null && (lacksListParams || navigation.query[`${prefix}view`] === defaultView.id);
  // the default view has its own column choice; all other views share another one
  const defaultChoice = useColumnChoice(`${storageKey}@${defaultView?.id ?? ''}`, list.columns, {
    defaultLayout: defaultView?.layout,
  });
  const otherChoice = useColumnChoice(storageKey, list.columns, {
    // an earlier version of the product stored the layout of a list without a key under the path and the form only
    earlierScreen: node.key ? undefined : formStorageKey,
  });
  const columnChoice = isDefaultView ? defaultChoice : otherChoice;
  const decodedState = useMemo(
    () =>
      lacksListParams && defaultView
        ? decodeListState(defaultView.query, list)
        : decodeListState(Object.fromEntries(JSON.parse(listParams) as [string, string][]), list, prefix),
    [listParams, lacksListParams, defaultView, list, prefix],
  );
  const filtersJson = JSON.stringify(decodedState.filters);
  // `filters` stays the same object while the filters are equal: text typed in the filter bar is then kept when the
  // user changes the page or the sort order
  const filters = useMemo(() => JSON.parse(filtersJson) as ListState['filters'], [filtersJson]);
  const state = useMemo((): ListState => ({ ...decodedState, filters }), [decodedState, filters]);

  const queryJson = JSON.stringify(toListQuery(state, list));
  const {
    load,
    reload: loadAgain,
    refresh,
  } = useLoad(
    () =>
      isWaitingForView
        ? new Promise<never>(() => undefined)
        : services.records.list(list.formKey, toListQuery(state, list), list.isWholeUnit),
    // depends on the query, not on the state: the selected place of a map and the display mode do not change it
    [services, list, queryJson, isWaitingForView],
  );
  const page = load.value;
  const [shownAnswer, setShownAnswer] = useState({ page, queryJson, refreshKey: 0 });
  if (shownAnswer.page !== page) {
    const isFirstAnswer = shownAnswer.page === undefined || shownAnswer.queryJson !== queryJson;
    setShownAnswer({ page, queryJson, refreshKey: shownAnswer.refreshKey + (isFirstAnswer ? 0 : 1) });
  }
  useShownAgainListener(refresh);
  const relatedChanges = useContext(RelatedChangesContext);
  const reload = useCallback(() => {
    loadAgain();
    relatedChanges?.announce();
  }, [loadAgain, relatedChanges]);

  /**
   * Replaces the parameters of the list in the address. If there is a default view, an address without parameters would
   * show that view. `isStep`: adds an entry to the browser's history.
   */
  const setListParams = useCallback(
    (params: Record<string, string>, isStep?: boolean) => {
      const otherParams = Object.fromEntries(
        Object.entries(navigation.query).filter(([key]) => !isListParam(key, prefix)),
      );
      const isWithoutView = defaultView !== null && Object.keys(params).length === 0;
      navigation.setQuery({ ...otherParams, ...(isWithoutView ? { [`${prefix}view`]: NO_VIEW } : params) }, isStep);
    },
    [navigation, prefix, defaultView],
  );

  /** Changes the state; shows the first page, unless `change` contains another page number. `isStep` as above. */
  const show = useCallback(
    (change: Partial<ListState>, isStep?: boolean) =>
      setListParams(encodeListState({ ...state, pageNum: 1, ...change }, list, prefix), isStep),
    [list, setListParams, prefix, state],
  );

  /**
   * Removes the filters and conditions. If the list has a default view, the display mode and the sort order stay, and
   * the default view stays selected if it was. Otherwise all parameters of the list are removed.
   */
  const reset = useCallback(() => {
    const initialState = decodeListState({}, list);
    const viewId = isDefaultView ? state.viewId : null;
    setListParams(
      defaultView
        ? encodeListState({ ...initialState, displayMode: state.displayMode, sort: state.sort, viewId }, list, prefix)
        : {},
    );
  }, [setListParams, defaultView, isDefaultView, list, prefix, state]);

  /** Shows the unchanged list of the document. */
  const leaveView = useCallback(() => {
    otherChoice.restore();
    setListParams({});
  }, [otherChoice, setListParams]);

  /**
   * Returns the query to store in a saved view: without prefix, page number, selected view, and the number to whose
   * records the list is restricted (`drillDown`).
   */
  const savedQuery = (): Record<string, string> => {
    const { drillDown: _drillDown, ...restOfState } = state;
    return encodeListState({ ...restOfState, pageNum: 1, viewId: null }, list);
  };

  const applyQuery = (query: Readonly<Record<string, string>>): void =>
    setListParams(Object.fromEntries(Object.entries(query).map(([key, value]) => [`${prefix}${key}`, value])));

  const applyLayout = (viewId: string, layout: ColumnLayout): void => {
    if (viewId !== defaultView?.id) otherChoice.applyLayout(layout);
    // an unchanged layout is not stored, so that later changes of the default view's columns apply
    else if (JSON.stringify(layout) === JSON.stringify(defaultView.layout)) defaultChoice.restore();
    else defaultChoice.applyLayout(layout);
  };
  const applySavedView = (view: SavedView): void => {
    applyLayout(view.id, readLayout(view.config.columns));
    applyQuery({ ...view.config.query, view: view.id });
  };
  const applyDocumentView = (view: DocumentView): void => {
    const layout = layoutOf(view, list);
    if (layout.order) applyLayout(documentViewId(view), layout);
    applyQuery(documentViewQuery(view, list));
  };

  return {
    list,
    state,
    storageKey,
    columnChoice,
    load,
    /**
     * Changes when the same query gets a new answer. Sums, boards and other views of these records must then load
     * again.
     */
    refreshKey: shownAnswer.refreshKey,
    reload,
    show,
    reset,
    savedQuery,
    leaveView,
    applySavedView,
    applyDocumentView,
  };
}
