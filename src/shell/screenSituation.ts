import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import type { Flag, Situation } from '../rules/situation.ts';
import { useSessionState } from '../session/context.ts';

const toFlag = (value: string | undefined): Flag => (value === '1' ? '1' : '0');

/**
 * Returns the situation of the shown page, built from the user and the parameters in the address (TC-012). A form
 * screen adds record, state and task node.
 */
export function useScreenSituation(): Situation {
  const { search } = useLocation();
  const { userInfo, unitId } = useSessionState();
  return useMemo(() => {
    const query = Object.fromEntries(new URLSearchParams(search));
    const dept = userInfo?.mainDept;
    const unit = userInfo?.unitList.find(({ id }) => id === unitId);
    return {
      user: {
        id: userInfo?.id ?? '',
        name: userInfo?.name ?? '',
        roles: userInfo?.roles ?? [],
        permissions: userInfo?.permissions ?? [],
        fieldRules: userInfo?.fieldRules ?? {},
        ...(dept ? { dept: { id: dept.id, name: dept.name } } : {}),
        ...(unit ? { unit: { id: unit.id, name: unit.name } } : {}),
      },
      taskNode: '',
      todo: toFlag(query.todo),
      isEdit: toFlag(query.isEdit),
      flowState: '',
      recordId: query.id || null,
      superRole: false,
      query,
      nodeRules: null,
    };
  }, [search, userInfo, unitId]);
}
