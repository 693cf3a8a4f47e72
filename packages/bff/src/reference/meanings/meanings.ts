import type * as z from 'zod/mini'
import { callbackMeanings } from './callback.ts'
import { callbackEndpointMeanings } from './callbackEndpoint.ts'
import { clientMeanings } from './client.ts'
import { embeddingMeanings } from './embedding.ts'
import { eventFeedMeanings } from './eventFeed.ts'
import { messageMeanings } from './message.ts'
import { orderMeanings } from './order.ts'
import { orderListMeanings } from './orderList.ts'
import { orderReportMeanings } from './orderReport.ts'
import { partnerAccountMeanings } from './partnerAccount.ts'
import { passkeyMeanings } from './passkey.ts'
import { priceMeanings } from './price.ts'
import { problemMeanings } from './problem.ts'
import { referenceDataMeanings } from './referenceData.ts'
import { requestMeanings } from './request.ts'
import { requirementsMeanings } from './requirements.ts'
import { shopPluginMeanings } from './shopPlugin.ts'
import { widgetMeanings } from './widget.ts'
import { widgetOrderMeanings } from './widgetOrder.ts'

/**
 * What the fields of each object schema mean, for the reference. One file for each subject, beside this one, since no
 * browser is to load these texts with the schemas.
 */
export const meanings: ReadonlyMap<z.core.$ZodType, Readonly<Record<string, string>>> = new Map([
  ...callbackMeanings,
  ...callbackEndpointMeanings,
  ...clientMeanings,
  ...embeddingMeanings,
  ...eventFeedMeanings,
  ...messageMeanings,
  ...orderMeanings,
  ...orderListMeanings,
  ...orderReportMeanings,
  ...partnerAccountMeanings,
  ...passkeyMeanings,
  ...priceMeanings,
  ...problemMeanings,
  ...referenceDataMeanings,
  ...requestMeanings,
  ...requirementsMeanings,
  ...shopPluginMeanings,
  ...widgetMeanings,
  ...widgetOrderMeanings,
])
