import type { FormRecord } from '../../grammar/documents.ts';
import { LIST_ACTIONS } from '../../rules/listNames.ts';
import { useRegistry, useServices, useSituation } from '../../runtime/contexts.ts';
import { detailAddress, toSearch, useOpenAddress } from '../navigation/pageNavigation.ts';
import type { ListQuery } from '../../runtime/services/paging.ts';
import { messageOf } from '../shared/messages.ts';
import { newRecordQuery } from '../actions/createAddress.ts';
import { newId } from '../shared/newId.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import type { ListActionContext } from './actions.ts';
import type { CompiledList, ListAction, ListColumn } from './compile.ts';
import { exportedColumns } from './listParts.ts';

const BUILT_IN: ReadonlySet<string> = new Set(LIST_ACTIONS);
/** Confirmation texts. They contain the record's name, because it is easy to click the wrong row of a long list. */
const CONFIRM_TEXTS: Readonly<Record<string, (name: string) => string>> = {
  remove: (name) => `确定删除${name}吗？删除后 30 天内可在回收站恢复。`,
  submit: (name) => `确定提交${name}吗？`,
};
const quotedTitleOf = (record: FormRecord | null): string => (record?.title ? `“${record.title}”` : '这条记录');

interface Options {
  list: CompiledList;
  /** The displayed columns of the list. */
  columns: readonly ListColumn[];
  query: ListQuery;
  reload(): void;
  /** Opens a record in a dialog; `pageQuery` is the query of the record page. */
  openDialog(pageQuery: Record<string, string>): void;
  openImport(): void;
}

/** Keys of the forms that are currently exported in this window. */
const runningExports = new Set<string>();

/** Runs the built-in and registered actions of a list, after confirmation if needed. */
export function useListActions({ list, columns, query, reload, openDialog, openImport }: Options) {
  const services = useServices();
  const registry = useRegistry();
  const { user } = useSituation();
  const openAddress = useOpenAddress();
  const { message, confirm } = useFeedback();

  const openRecordPage = (pageQuery: Record<string, string>): void => {
    if (list.openRecordsIn === 'page') openAddress(detailAddress(pageQuery));
    else openDialog(pageQuery);
  };

  /**
   * Opens a new record of another form with this record as its source, like the button on the record page. Asks for
   * confirmation if such a record already exists.
   */
  const createFrom = async (formKey: string, id: string): Promise<void> => {
    const { createFrom: createOffers } = await services.records.actions(list.formKey, id);
    const offer = createOffers.find((candidate) => candidate.formKey === formKey);
    if (!offer?.isOffered) {
      message.warning(offer?.count ? `这条记录已有${offer.formName}` : '这条记录现在不能生成，或您没有新增的权限');
      return;
    }
    const openNewRecord = (): void =>
      openAddress(detailAddress(newRecordQuery(formKey, { from: list.formKey, id, index: offer.index })));
    if (offer.count === 0) return openNewRecord();
    confirm({
      title: `这条记录已有 ${offer.count} 条${offer.formName}，再生成一条吗？`,
      okText: '再生成',
      onOk: async () => openNewRecord(),
    });
  };

  const perform = async (action: ListAction, record: FormRecord | null): Promise<void> => {
    const id = record?.id ?? '';
    switch (action.name) {
      case 'create':
        return openRecordPage({
          formKey: list.formKey,
          isEdit: '1',
          ...(action.args?.['query'] as Record<string, string> | undefined),
        });
      case 'view':
        if (list.recordPath !== null) return openAddress(`${list.recordPath}${toSearch({ id })}`);
        return openRecordPage({ formKey: list.formKey, id });
      case 'edit':
        return openRecordPage({ formKey: list.formKey, id, isEdit: '1' });
      case 'import':
        return openImport();
      case 'export': {
        if (runningExports.has(list.formKey)) {
          message.info('正在导出，请稍候');
          return undefined;
        }
        runningExports.add(list.formKey);
        try {
          const isSaved = await services.records.exportRows(list.formKey, query, list.title, {
            isWholeUnit: list.isWholeUnit,
            columns: action.args?.['all'] === true ? undefined : exportedColumns(columns),
          });
          if (isSaved) message.success('已导出');
        } finally {
          runningExports.delete(list.formKey);
        }
        return undefined;
      }
      case 'remove':
        await services.records.remove(list.formKey, id);
        message.success('已删除');
        return reload();
      case 'submit':
        await services.records.run(
          list.formKey,
          { record: await services.records.get(list.formKey, id), action: 'submit' },
          newId(),
        );
        message.success('已提交');
        return reload();
      case 'createFrom':
        return createFrom(String(action.args?.['formKey'] ?? ''), id);
      default: {
        const context: ListActionContext = { formKey: list.formKey, record, user, args: action.args ?? {}, reload };
        await (registry.action(action.name) as ((context: ListActionContext) => unknown) | undefined)?.(context);
        return undefined;
      }
    }
  };

  const performAfterConfirmation = (action: ListAction, record: FormRecord | null): void => {
    const attempt = (): Promise<void> =>
      perform(action, record).catch((error: unknown) => {
        message.error(messageOf(error));
      });
    const confirmText = action.confirm ?? CONFIRM_TEXTS[action.name]?.(quotedTitleOf(record));
    if (confirmText)
      confirm({
        title: confirmText,
        okText: action.name === 'remove' ? '删除' : '确定',
        isDanger: action.name === 'remove',
        onOk: attempt,
      });
    else void attempt();
  };

  return {
    isBuiltIn: (name: string): boolean => BUILT_IN.has(name),
    onList: (action: ListAction): void => performAfterConfirmation(action, null),
    onRecord: (action: ListAction, record: FormRecord): void => performAfterConfirmation(action, record),
  };
}
