import { useQuery } from '@tanstack/react-query'
import { useState, type ComponentProps } from 'react'
import { fetchPart } from '../../api/fetchPart.ts'
import { useWidget } from '../../Widget.ts'
import { Picker } from '../picker/Picker.tsx'
import type { PickerOption } from '../picker/PickerOption.ts'
import { TextField } from './Field.tsx'
import { Flag } from './Flag.tsx'

/**
 * A phone number as people write it, with a list of dialing codes, of which one is put before it. The list is fetched
 * when it is opened; from then on the zero after a code goes, too.
 * @param countries to choose from, in the order of the list
 */
export function PhoneField({
  country,
  countries,
  ...field
}: Omit<ComponentProps<typeof TextField>, 'before'> & {
  country: string
  countries: readonly PickerOption[]
}) {
  const { say, apart } = useWidget().writing
  const [isOpened, setOpened] = useState(false)
  const { data } = useQuery({
    queryKey: ['calling codes'],
    queryFn: () => fetchPart(() => import('../../payer/callingCodes.ts')),
    enabled: isOpened,
    staleTime: 'static',
    structuralSharing: false,
  })
  const { value, onChange } = field
  const options = countries.flatMap((each) => {
    const code = data?.callingCodes.get(each.value)
    if (code === undefined) return []
    const shown = apart(`+${code}`)
    return [{ ...each, name: `${each.name} ${shown}`, shown }]
  })
  const isOfCountry = !value.trim().startsWith('+') && country !== ''
  return (
    <TextField
      {...field}
      onChange={(text) => onChange(data ? data.withoutTrunkPrefix(text) : text)}
      type="tel"
      inputMode="tel"
      before={
        <Picker
          name={say('payer.phonePrefix')}
          look="field"
          value={data?.countryOfPhone(value, country) ?? ''}
          options={options}
          placeholder={isOfCountry ? <Flag code={country} /> : '+'}
          onOpen={() => setOpened(true)}
          onChoose={(chosen) => data && onChange(data.withCallingCode(value, chosen))}
        />
      }
    />
  )
}
