import { useCallback, useRef } from 'react';
import type { FormRecord } from '../../../grammar/documents.ts';
import { useServices } from '../../../runtime/contexts.ts';
import { messageOf } from '../../shared/messages.ts';
import { newId } from '../../shared/newId.ts';
import { useFeedback } from '../../shared/useFeedback.ts';

/**
 * Returns a function that changes fields of a stored record from a view of a list, by saving the whole record with its
 * revision. The function shows a message about the result, which names the fields as `fieldNames`. It resolves to false
 * if nothing was stored: the server refused, or somebody else has changed the fields since the view was loaded.
 */
export function useSaveFields(
  formKey: string,
): (record: FormRecord, changes: Readonly<Record<string, unknown>>, fieldNames: string) => Promise<boolean> {
  const services = useServices();
  const { message } = useFeedback();
  /** The revisions that this function has stored, by record id. The view may still show earlier revisions. */
  const savedRevisions = useRef(new Map<string, number | undefined>());
  return useCallback(
    async (record, changes, fieldNames) => {
      const id = record.id ?? '';
      try {
        const storedRecord = await services.records.get(formKey, id);
        const isOutdated =
          storedRecord.revision !== savedRevisions.current.get(id) &&
          Object.keys(changes).some((field) => storedRecord.fieldsMap[field] !== record.fieldsMap[field]);
        if (isOutdated) {
          message.warning(`${fieldNames}已被他人修改，已重新加载，请重新移动`);
          return false;
        }
        const saved = await services.records.save(
          formKey,
          { ...storedRecord, fieldsMap: { ...storedRecord.fieldsMap, ...changes } },
          newId(),
        );
        savedRevisions.current.set(id, saved.revision);
        message.success(`${fieldNames}已更新`);
        return true;
      } catch (error) {
        message.error(messageOf(error), 6);
        return false;
      }
    },
    [services, formKey, message],
  );
}
