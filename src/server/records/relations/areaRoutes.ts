import type { Routes } from '../../context.ts';
import { ok } from '../../http/envelope.ts';
import { key, recordListBody, type RecordListBody } from '../../http/schemas.ts';
import { userOf } from '../../http/user.ts';
import { AREA_CODE_PATTERN, COUNTRY } from '../list/areaSql.ts';
import { countAreas } from '../list/countAreas.ts';
import { filtersOfRequest } from '../list/recordsBehind.ts';

const params = { type: 'object', required: ['formKey'], properties: { formKey: key } } as const;

/**
 * `areaCode`: absent for the country. `isOwn`: true to count the records that the route `list` returns, otherwise those
 * of `listNoAuth`.
 */
const body = {
  ...recordListBody,
  nullable: false,
  required: ['field'],
  properties: {
    ...recordListBody.properties,
    field: { type: 'string', maxLength: 64 },
    areaCode: { type: 'string', pattern: AREA_CODE_PATTERN },
    isOwn: { type: 'boolean' },
  },
} as const;
interface Body {
  data?: NonNullable<RecordListBody>['data'];
  field: string;
  areaCode?: string;
  isOwn?: boolean;
}

/** Registers the route that counts the records of a list by area, for the map of the list. */
export const areaCountRoutes: Routes = (app, context) => {
  app.post<{ Params: { formKey: string }; Body: Body }>(
    '/api/system/relation/areas/:formKey',
    {
      schema: { tags: ['relation'], summary: '列表按地区的条数：所给区划下各省或各市的记录数', params, body },
      config: { isReading: true },
    },
    async (request) => {
      const { data, field, areaCode = COUNTRY, isOwn } = request.body;
      const { formKey } = request.params;
      const user = userOf(request);
      const query = {
        isWholeUnit: isOwn !== true,
        keyword: data?.keyword ?? '',
        ...(await filtersOfRequest(context, user, formKey, data)),
      };
      return ok(await countAreas(context, context.db, user, formKey, query, { field, areaCode }));
    },
  );
};
