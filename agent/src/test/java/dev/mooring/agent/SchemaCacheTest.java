package dev.mooring.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.Json;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The checks of arguments before a call reaches a server. */
class SchemaCacheTest {
    private static final String CLOSED = "{'type':'object','properties':{'type':{'type':'string','default':'png'},"
            + "'path':{'type':'string'},'options':{'type':'object','properties':{'depth':{'type':'integer','default':1}},"
            + "'required':['depth'],'additionalProperties':false}},'required':['type','path'],"
            + "'additionalProperties':false}";

    private static List<String> faults(String arguments, String schema) {
        return new SchemaCache().faultsForServer(Json.objectOf(json(arguments)), Json.objectOf(json(schema)));
    }

    private static String json(String text) {
        return text.replace('\'', '"');
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a field with a default          | {'path':'a'}",
                "an unknown property             | {'type':'png','path':'a','other':1}",
                "both                            | {'path':'a','other':1}",
                "nested                          | {'path':'a','options':{'other':1}}",
                "null for a field with a default | {'path':'a','type':null}"
            })
    void argumentsThatAServerMayAcceptHaveNoFaults(String what, String arguments) {
        assertThat(faults(arguments, CLOSED)).describedAs(what).isEmpty();
    }

    @Test
    void missingFieldWithoutADefaultIsAFault() {
        assertThat(faults("{'type':'png'}", CLOSED)).singleElement().asString().contains("path");
    }

    @Test
    void wrongTypeOfAFieldWithADefaultIsAFault() {
        assertThat(faults("{'path':'a','type':1}", CLOSED))
                .singleElement()
                .asString()
                .contains("type");
    }

    @Test
    void unknownPropertyIsAcceptedWhereTheBranchesOfOneOfAreClosed() {
        String schema = "{'type':'object','oneOf':["
                + "{'properties':{'a':{'type':'string'}},'required':['a'],'additionalProperties':false},"
                + "{'properties':{'b':{'type':'string'}},'required':['b'],'additionalProperties':false}]}";

        assertThat(faults("{'a':'x','other':1}", schema)).isEmpty();
        assertThat(faults("{'a':'x','b':'y'}", schema)).isEmpty();
        assertThat(faults("{'c':'x'}", schema)).isNotEmpty();
    }

    @Test
    void propertiesWithTheNamesOfKeywordsKeepTheirMeaning() {
        String schema = "{'type':'object','properties':{'required':{'type':'array'},'additionalProperties':"
                + "{'type':'boolean'},'oneOf':{'type':'string'}},'additionalProperties':false}";

        assertThat(faults("{'required':[1],'additionalProperties':true,'oneOf':'x','other':1}", schema))
                .isEmpty();
        assertThat(faults("{'oneOf':1}", schema)).isNotEmpty();
        assertThat(faults("{'required':1}", schema)).isNotEmpty();
    }

    @Test
    void conditionsAreNotRelaxed() {
        String schema = "{'type':'object','properties':{'a':{'default':1},'b':{}},"
                + "'if':{'properties':{'a':{'default':1}},'required':['a']},'then':{'required':['b']}}";

        assertThat(faults("{'c':1}", schema)).isEmpty();
        assertThat(faults("{'a':1}", schema)).isNotEmpty();
    }
}
