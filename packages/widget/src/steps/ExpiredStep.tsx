import { useReturn } from '../frame/useReturn.ts'
import { Button } from '../ui/Button.tsx'
import { Heading } from '../ui/Heading.tsx'
import { useWidget } from '../Widget.ts'

export function ExpiredStep() {
  const { say } = useWidget().writing
  const back = useReturn()
  return (
    <>
      <Heading>{say('expired.title')}</Heading>
      <p>{say('expired.text')}</p>
      {back && <Button onPress={back}>{say('done')}</Button>}
    </>
  )
}
