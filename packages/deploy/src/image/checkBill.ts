import { Spec, Validation } from '@cyclonedx/cyclonedx-library'

/** Holds a bill of software to CycloneDX's own schema. @throws Error that says what is wrong */
export async function checkBill(bill: string): Promise<string> {
  const fault = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(bill)
  if (fault !== null) throw new Error(`It is no CycloneDX 1.6: ${JSON.stringify(fault).slice(0, 1_000)}`)
  const components = bill.match(/"purl": /g)?.length ?? 0
  return `CycloneDX 1.6, ${components} components.`
}
