<?xml version="1.0" encoding="UTF-8"?>
<!--
  Turns an ISO Schematron schema with XSLT 2 queries into a style sheet that lists the broken rules of a document as
  <failures><failure id flag location>message</failure></failures>. Patterns are modes, because a node is tested by the
  first matching rule of each pattern (ISO/IEC 19757-3, 6.5).
-->
<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:out="urn:generated"
  xmlns:sch="http://purl.oclc.org/dsdl/schematron" exclude-result-prefixes="sch">
  <xsl:namespace-alias stylesheet-prefix="out" result-prefix="xsl" />
  <xsl:output method="xml" indent="no" />

  <xsl:template match="sch:schema">
    <xsl:variable name="patterns" select="sch:pattern | sch:include/document(@href, .)/sch:pattern" />
    <out:stylesheet version="3.0">
      <xsl:for-each select="sch:ns"><xsl:namespace name="{@prefix}" select="string(@uri)" /></xsl:for-each>
      <xsl:namespace name="xs" select="'http://www.w3.org/2001/XMLSchema'" />
      <xsl:copy-of select="namespace::*[name() = 'u']" />
      <out:output method="xml" indent="no" />
      <xsl:copy-of select="xsl:function" copy-namespaces="yes" />
      <xsl:apply-templates select="sch:let, $patterns/sch:let" />
      <out:template match="/">
        <failures>
          <xsl:for-each select="$patterns">
            <out:apply-templates select="*" mode="pattern-{position()}" />
          </xsl:for-each>
        </failures>
      </out:template>
      <xsl:for-each select="$patterns">
        <xsl:variable name="mode" select="concat('pattern-', position())" />
        <out:template match="text()" mode="{$mode}" />
        <out:template match="*" mode="{$mode}" priority="-1"><out:apply-templates select="*" mode="{$mode}" /></out:template>
        <xsl:for-each select="sch:rule">
          <out:template match="{@context}" mode="{$mode}" priority="{1000 + count(following-sibling::sch:rule)}">
            <xsl:apply-templates select="sch:let | sch:assert" />
            <out:apply-templates select="*" mode="{$mode}" />
          </out:template>
        </xsl:for-each>
      </xsl:for-each>
    </out:stylesheet>
  </xsl:template>

  <xsl:template match="sch:let"><out:variable name="{@name}" select="{@value}" /></xsl:template>

  <xsl:template match="sch:assert">
    <out:if test="not({@test})">
      <failure id="{@id}" flag="{@flag}" location="{{path()}}"><xsl:value-of select="normalize-space(string-join(text(), ' '))" /></failure>
    </out:if>
  </xsl:template>
</xsl:stylesheet>
