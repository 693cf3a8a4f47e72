import { useWidget } from '../Widget.ts'
import { Heading } from '../ui/Heading.tsx'

export function ExpiredStep() {
  const { say } = useWidget().writing
  return (
    <>
      <Heading>{say('expired.title')}</Heading>
      <p>{say('expired.text')}</p>
    </>
  )
}
